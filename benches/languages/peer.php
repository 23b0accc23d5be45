<?php
// PHP: rawurldecode, rawurlencode and parse_str.
[, $operation, $file, $task] = $argv;
$lines = explode("\n", rtrim(file_get_contents($file), "\n"));

function pairs(array $values): string {
    $pairs = '';
    foreach ($values as $name => $value) {
        $pairs .= "$name\x1F" . (is_array($value) ? 'an array' : $value) . "\x1E";
    }
    return $pairs;
}

if ($task === 'answers') {
    foreach ($lines as $line) {
        if ($operation === 'query') {
            parse_str($line, $values);
            $answer = pairs($values);
        } else {
            $answer = $operation === 'decode' ? rawurldecode($line) : rawurlencode($line);
        }
        echo pack('N', strlen($answer)), $answer;
    }
    exit;
}
for ($phase = 0; $phase < 2; $phase++) {
    $passes = 0;
    $begin = hrtime(true);
    do {
        if ($operation === 'query') {
            foreach ($lines as $line) parse_str($line, $values);
        } elseif ($operation === 'decode') {
            foreach ($lines as $line) rawurldecode($line);
        } else {
            foreach ($lines as $line) rawurlencode($line);
        }
        $passes++;
    } while (hrtime(true) - $begin < 200_000_000);
    $spent = intdiv(hrtime(true) - $begin, $passes);
}
echo $spent, "\n";
