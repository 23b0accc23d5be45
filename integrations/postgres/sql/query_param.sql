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
