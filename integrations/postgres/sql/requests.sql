-- The bits are those of percent_simd.h, which never change; each input is what a flag is named after.
SELECT input, expected, encoding_flag_names(encoding_flags(input)) AS found
FROM (VALUES ('plain', '{}'), ('', '{}'), ('100%', '{}'), ('/%00', '{nul,control}'), ('%0D%0A', '{cr,lf,control}'), ('%252F', '{nested}'), ('%u0041', '{percent-u}'),
    ('/..%2Fa', '{dot-segment,slash}'), ('/%2e%2e/', '{dot-segment,unreserved}'), ('%5C', '{backslash}'), ('%C0%AF', '{overlong,invalid-utf8,non-ascii}'),
    ('%FF', '{invalid-utf8,non-ascii}'), ('%E2%80%AE', '{bidi,non-ascii}'), ('%41', '{unreserved}'), ('/private%20/', '{windows-name}'),
    ('%E5%98%8A', '{non-ascii,truncated-newline}')) AS vectors (input, expected)
WHERE encoding_flag_names(encoding_flags(input)) IS DISTINCT FROM expected::text[];
SELECT encoding_flags('/%00'), encoding_flags('/%2e%2e/%00'), encoding_flags('plain');
SELECT encoding_flag_names(bit_or(encoding_flags(url))) FROM (VALUES ('/%00'), ('/%2F'), (NULL)) AS urls (url);
-- The first nineteen, by the order of their bits.
SELECT bit, encoding_flag_names(1::bigint << bit) FROM generate_series(0, 18) AS bit;
SELECT encoding_flags(NULL) IS NULL AND encoding_flag_names(NULL) IS NULL AS is_null, encoding_flag_names(0) AS none;
SELECT encoding_flag_names(1 + (1::bigint << 31));
SELECT encoding_flag_names(-9223372036854775808);
-- WHATWG URL 5.1 and 6.2 (URLSearchParams.get): the first pair of that name, `+` and escapes decoded in names and values.
SELECT url, key, expected, query_param(url, key) AS found
FROM (VALUES ('https://example.org/search?q=caf%C3%A9+au+lait&page=2#top', 'q', 'café au lait'), ('/search?q=1&q=2', 'q', '1'), ('?a=b', 'a', 'b'),
    ('a=1&b=2', 'b', '2'), ('a=1&b=2', 'c', NULL), ('/?a', 'a', ''), ('/?a=', 'a', ''), ('/?=x', '', 'x'), ('/?a=b=c', 'a', 'b=c'), ('/?%61%2Bb=1', 'a+b', '1'),
    ('/?a+b=1', 'a b', '1'), ('/?&&a=1', 'a', '1'), ('/?a=1;b=2', 'a', '1;b=2'), ('/?a=%zz%', 'a', '%zz%'), ('/?a=%252F', 'a', '%2F'), ('/?A=1', 'a', NULL),
    ('/?a=%2B+', 'a', '+ '), ('/?é=ü', 'é', 'ü'), ('', 'a', NULL)) AS vectors (url, key, expected)
WHERE query_param(url, key) IS DISTINCT FROM expected;
-- A query is what follows the first `?` and comes before `#` (WHATWG URL 4.4); a URL without one has no parameters.
SELECT url, key, expected, query_param(url, key) AS found
FROM (VALUES ('/p#?a=1', 'a', NULL), ('/a=1&b=2', 'b', NULL), ('http://h/a=1&b=2', 'b', NULL), ('u=http://h/?x=1', 'x', NULL), ('u=http://h/?x=1', 'u', 'http://h/?x=1'),
    ('/?q=what?&b=2', 'q', 'what?'), ('page?b=2', 'b', '2'), ('/?a=1#&b=2', 'b', NULL)) AS vectors (url, key, expected)
WHERE query_param(url, key) IS DISTINCT FROM expected;
-- UTF-8 decode without BOM (Encoding 6): each maximal subpart becomes U+FFFD.
SELECT input, expected, query_param('a=' || input, 'a') AS found
FROM (VALUES ('%FF', '?'), ('%E2%82', '?'), ('%E2%82%20', '? '), ('%C0%AF', '??'), ('%ED%A0%80', '???'), ('%F4%90%80%80', '????'), ('x%80%81y', 'x??y')) AS vectors (input, expected)
WHERE query_param('a=' || input, 'a') IS DISTINCT FROM replace(expected, '?', U&'\FFFD');
SELECT query_param(repeat('%FF', 3000), 'a') IS NULL AND query_param('a=' || repeat('%FF', 3000), 'a') = repeat(U&'\FFFD', 3000) AS as_long_as_the_input;
SELECT query_param(NULL, 'a') IS NULL AND query_param('a=1', NULL) IS NULL AS is_null;
-- The place of an error is that in the whole argument.
SELECT query_param('/é?a=1%00', 'a');
SELECT query_param('/?a=1%00&b=2', 'b');
SELECT CASE WHEN encoding_flags(url) & 1 = 0 THEN query_param(url, 'a') END AS found FROM (VALUES ('/?a=%00'), ('/?a=1')) AS vectors (url);
-- What clients send: nothing of it ends a query or an insert.
SELECT input, expected, try_percent_decode(input) AS found
FROM (VALUES ('caf%C3%A9', 'café'), ('plain', 'plain'), ('', ''), ('100%', '100%'), ('/a%ff', NULL), ('%00', NULL), ('%C0%AF', NULL), ('a%E2%82', NULL)) AS vectors (input, expected)
WHERE try_percent_decode(input) IS DISTINCT FROM expected;
SELECT input, expected, percent_decode_lossy(input) AS found
FROM (VALUES ('caf%C3%A9', 'café'), ('plain', 'plain'), ('', ''), ('100%', '100%'), ('/a%ff', U&'/a\FFFD'), ('%00%41', '%00A'), ('%E2%82!', U&'\FFFD!'),
    ('%2500', '%00')) AS vectors (input, expected)
WHERE percent_decode_lossy(input) IS DISTINCT FROM expected;
SELECT input, expected, try_query_param(input, 'a') AS found
FROM (VALUES ('?a=%C3%A9+1', 'é 1'), ('/p?b=1', NULL), ('?a=%00', NULL), ('?a', ''), ('a=%ff', U&'\FFFD')) AS vectors (input, expected)
WHERE try_query_param(input, 'a') IS DISTINCT FROM expected;
SELECT try_percent_decode(NULL) IS NULL AND percent_decode_lossy(NULL) IS NULL AND try_query_param(NULL, 'a') IS NULL AS is_null;
-- Every byte, raw or escaped, decodes.
SELECT count(percent_decode_lossy('%' || lpad(to_hex(byte), 2, '0'))) FROM generate_series(0, 255) AS byte;
-- The index of the README.
CREATE TABLE requests (path text);
CREATE INDEX ON requests (percent_decode_lossy(path));
INSERT INTO requests VALUES ('/caf%C3%A9'), ('/a%ff'), ('/%00'), ('/?a=%00'), ('/?a=1');
SET enable_seqscan = off;
SELECT path FROM requests WHERE percent_decode_lossy(path) = '/café';
SELECT count(try_query_param(path, 'a')) FROM requests;
