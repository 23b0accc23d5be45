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
