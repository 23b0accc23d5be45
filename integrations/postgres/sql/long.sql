-- Values of 12 MB, stored out of line and compressed; and the places of errors in them.
CREATE TABLE long AS SELECT repeat('caf%C3%A9 %z', 1000000) AS value;
SELECT octet_length(value) AS bytes, octet_length(percent_decode(value)) AS decoded, md5(percent_decode(value)) = md5(repeat('café %z', 1000000)) AS same FROM long;
SELECT octet_length(percent_encode(value, 'all')) AS encoded, percent_decode(percent_encode(value, 'all')) = value AS same FROM long;
SELECT percent_decode(value || '%FF') FROM long;
SELECT query_param('?' || value || '&x=%41', 'x') FROM long;
-- A value and its header have at most 1 GB less one byte: longer results are refused.
SELECT octet_length(percent_encode(repeat(repeat('a', 1000), 400000), 'all'));
DROP TABLE long;
