# Perl: URI::Escape and URI; URI::Escape::XS and URL::Encode::XS. The first argument says which.
use strict;
use warnings;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

my ($which, $operation, $file, $task) = @ARGV;
my $is_xs = $which eq 'xs';
if ($is_xs) { require URI::Escape::XS; require URL::Encode::XS } else { require URI; require URI::Escape }
my %calls = $is_xs
    ? (
        decode => \&URI::Escape::XS::uri_unescape,
        encode => \&URI::Escape::XS::uri_escape,
        query => \&URL::Encode::XS::url_params_flat,
    )
    : (
        decode => \&URI::Escape::uri_unescape,
        encode => \&URI::Escape::uri_escape,
        query => sub { [URI->new("?$_[0]")->query_form] },
    );
my $call = $calls{$operation};
open my $in, '<:raw', $file or die "$file: $!";
chomp(my @lines = <$in>);

if ($task eq 'answers') {
    binmode STDOUT;
    for my $line (@lines) {
        my $answer = $call->($line);
        if (ref $answer) {
            my @flat = map { $_ // '' } @$answer;
            $answer = '';
            while (my ($name, $value) = splice @flat, 0, 2) { $answer .= "$name\x1F$value\x1E" }
        }
        utf8::encode($answer) if utf8::is_utf8($answer);
        print pack('N', length $answer), $answer;
    }
    exit;
}
my $spent;
for (1 .. 2) {
    my ($passes, $begin) = (0, clock_gettime(CLOCK_MONOTONIC));
    do {
        $call->($_) for @lines;
        $passes++;
    } while (clock_gettime(CLOCK_MONOTONIC) - $begin < 0.2);
    $spent = (clock_gettime(CLOCK_MONOTONIC) - $begin) / $passes;
}
printf "%.0f\n", $spent * 1e9;
