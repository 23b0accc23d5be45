<?php
// Each line of standard input is an operation and its input in hex. Each line of the answer is the result in hex.

function query(string $data, int $type): string
{
    $items = explode('|', $data);
    $pairs = [];
    // Names that differ, and are no numbers: an array's keys.
    for ($at = 0; $at < count($items); $at += 2) {
        $pairs["k$at" . $items[$at]] = $items[$at + 1] ?? '';
    }
    return http_build_query($pairs, '', '&', $type);
}

$operations = [
    'rawurlencode' => 'rawurlencode',
    'urlencode' => 'urlencode',
    'rawurldecode' => 'rawurldecode',
    'urldecode' => 'urldecode',
    'query-rfc1738' => fn (string $data) => query($data, PHP_QUERY_RFC1738),
    'query-rfc3986' => fn (string $data) => query($data, PHP_QUERY_RFC3986),
];

$answers = '';
foreach (array_slice(explode("\n", stream_get_contents(STDIN)), 0, -1) as $line) {
    [$operation, $hex] = explode(' ', $line);
    $answers .= bin2hex($operations[$operation](hex2bin($hex))) . "\n";
}
fwrite(STDOUT, $answers);
