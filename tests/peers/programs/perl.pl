# Each line of standard input is an operation and its input in hex. Each line of the answer is the result in hex.
# The rules of URI::Escape and CGI.pm, which are not part of Perl, without these modules.
use strict;
use warnings;

my %operations = (
    'encode' => sub { my $data = shift; $data =~ s/([^A-Za-z0-9\-._~])/sprintf('%%%02X', ord($1))/ge; $data },
    'form' => sub { my $data = shift; $data =~ s/([^A-Za-z0-9*\-._ ])/sprintf('%%%02X', ord($1))/ge; $data =~ tr/ /+/; $data },
    'decode' => sub { my $data = shift; $data =~ s/%([0-9A-Fa-f]{2})/chr(hex($1))/ge; $data },
    'decode-form' => sub { my $data = shift; $data =~ tr/+/ /; $data =~ s/%([0-9A-Fa-f]{2})/chr(hex($1))/ge; $data },
);

my @lines = <STDIN>;
for my $line (@lines) {
    chomp $line;
    my ($operation, $hex) = split(/ /, $line);
    print unpack('H*', $operations{$operation}->(pack('H*', $hex // ''))), "\n";
}
