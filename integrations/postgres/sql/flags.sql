-- The bits are those of percent_simd.h, which never change; each input is what a flag is named after.
SELECT input, expected, encoding_flag_names(encoding_flags(input)) AS found
FROM (VALUES ('plain', '{}'), ('', '{}'), ('100%', '{}'), ('/%00', '{nul,control}'), ('%0D%0A', '{cr,lf,control}'), ('%252F', '{nested}'), ('%u0041', '{percent-u}'),
    ('/..%2Fa', '{dot-segment,slash}'), ('/%2e%2e/', '{dot-segment,unreserved}'), ('%5C', '{backslash}'), ('%C0%AF', '{overlong,invalid-utf8,non-ascii}'),
    ('%FF', '{invalid-utf8,non-ascii}'), ('%E2%80%AE', '{bidi,non-ascii}'), ('%41', '{unreserved}'), ('/private%20/', '{windows-name}'),
    ('%E5%98%8A', '{non-ascii,truncated-newline}')) AS vectors (input, expected)
WHERE encoding_flag_names(encoding_flags(input)) IS DISTINCT FROM expected::text[];
SELECT encoding_flags('/%00'), encoding_flags('/%2e%2e/%00'), encoding_flags('plain');
SELECT encoding_flag_names(bit_or(encoding_flags(url))) FROM (VALUES ('/%00'), ('/%2F'), (NULL)) AS urls (url);
-- All nineteen, by the order of their bits.
SELECT bit, encoding_flag_names(1::bigint << bit) FROM generate_series(0, 18) AS bit;
SELECT encoding_flags(NULL) IS NULL AND encoding_flag_names(NULL) IS NULL AS is_null, encoding_flag_names(0) AS none;
SELECT encoding_flag_names(1 + (1::bigint << 31));
SELECT encoding_flag_names(-9223372036854775808);
