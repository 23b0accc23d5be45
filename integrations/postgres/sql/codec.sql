CREATE EXTENSION percent_simd;
-- WHATWG URL 1.3, percent-decode: the example of the standard, what is no triplet, and digits of either case. `+` stays.
SELECT input, expected, percent_decode(input) AS found
FROM (VALUES ('%25%s%1G', '%%s%1G'), ('‽%25%2E', '‽%.'), ('', ''), ('plain', 'plain'), ('a+b', 'a+b'), ('%', '%'), ('%4', '%4'), ('%%41', '%A'),
    ('%2541', '%41'), ('%4a%4A', 'JJ'), ('100%', '100%'), ('%+F%-1', '%+F%-1'), ('%7E%7f', '~' || chr(127)), ('%0D%0A', E'\r\n')) AS vectors (input, expected)
WHERE percent_decode(input) IS DISTINCT FROM expected;
-- UTF-8 of two, three and four bytes: the last and the first character of each length (RFC 3629 3), and those beside the surrogates.
SELECT input, expected, percent_decode(input) AS found
FROM (VALUES ('caf%C3%A9', 'café'), ('%C2%80', U&'\0080'), ('%DF%BF', U&'\07FF'), ('%E0%A0%80', U&'\0800'), ('%ED%9F%BF', U&'\D7FF'),
    ('%EE%80%80', U&'\E000'), ('%EF%BF%BF', U&'\FFFF'), ('%F0%90%80%80', U&'\+010000'), ('%F4%8F%BF%BF', U&'\+10FFFF'), ('é%C3%A9', 'éé')) AS vectors (input, expected)
WHERE percent_decode(input) IS DISTINCT FROM expected;
-- NULL in, NULL out.
SELECT percent_decode(NULL) IS NULL AND percent_decode_bytea(NULL) IS NULL AS is_null;
-- What is not UTF-8 is an error at the character where it begins: a lone byte, overlong forms, a surrogate, above U+10FFFF, cut short.
SELECT percent_decode('é=%FF');
SELECT percent_decode('a%00b');
\set VERBOSITY sqlstate
SELECT percent_decode('%C0%AF');
SELECT percent_decode('%E0%80%AF');
SELECT percent_decode('%ED%A0%80');
SELECT percent_decode('%F4%90%80%80');
SELECT percent_decode('%E2%82');
SELECT percent_decode('%C3A9');
SELECT percent_decode('%00');
\set VERBOSITY default
-- Bytes hold them all.
SELECT input, expected, percent_decode_bytea(input) AS found
FROM (VALUES ('%FF', '\xff'::bytea), ('a%00b', '\x610062'), ('%C0%AF%ED%A0%80', '\xc0afeda080'), ('', ''), ('é%zz', '\xc3a9257a7a')) AS vectors (input, expected)
WHERE percent_decode_bytea(input) IS DISTINCT FROM expected;
-- Every byte, in both cases of its digits.
SELECT count(*) FROM generate_series(0, 255) AS byte
WHERE percent_decode_bytea('%' || lpad(to_hex(byte), 2, '0')) = set_byte('\x00', 0, byte)
    AND percent_decode_bytea('%' || lpad(upper(to_hex(byte)), 2, '0')) = set_byte('\x00', 0, byte);
-- By a scheme: WHATWG URL 5.1 (forms), RFC 6749 B, ECMA-262 19.2.6 (decodeURIComponent, decodeURI).
SELECT input, scheme, expected, percent_decode(input, scheme) AS found
FROM (VALUES ('a+b%2Bc%C3%A9', 'form', 'a b+cé'), ('a+b', 'uri-component', 'a+b'), ('a+b', 'oauth2', 'a b'), ('100%', 'form', '100%'), ('%2Fa+%41', 'js-uri', '%2Fa+A'),
    ('%2Fa+%41', 'js-component', '/a+A'), ('', 'form', ''), ('plain', 'form', 'plain')) AS vectors (input, scheme, expected)
WHERE percent_decode(input, scheme) IS DISTINCT FROM expected OR try_percent_decode(input, scheme) IS DISTINCT FROM expected;
-- What is encoded by a scheme comes back.
SELECT scheme FROM (VALUES ('form'), ('uri-component'), ('js-component'), ('oauth'), ('oauth2'), ('aws'), ('s3-key'), ('http-signature'), ('php-urlencode'), ('all')) AS schemes (scheme)
WHERE percent_decode(percent_encode('a b+c%2F/é&=100%', scheme), scheme) IS DISTINCT FROM 'a b+c%2F/é&=100%';
SELECT percent_decode('é=100%', 'js-component');
SELECT percent_decode('é=%zz', 'js-component');
SELECT percent_decode('é=%00', 'form');
SELECT try_percent_decode('%zz', 'js-component') IS NULL AND try_percent_decode('%FF', 'form') IS NULL AND try_percent_decode('%00', 'form') IS NULL AS is_null;
\set VERBOSITY terse
SELECT percent_decode('a', 'forms');
\set VERBOSITY default
-- What planners need to know.
SELECT count(*), bool_and(proisstrict AND provolatile = 'i' AND proparallel = 's') AS strict_immutable_safe
FROM pg_proc JOIN pg_depend ON objid = pg_proc.oid AND deptype = 'e'
WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'percent_simd');
-- An index over an expression, and a parallel plan.
CREATE TABLE urls AS SELECT 'caf%C3%A9-' || number AS url FROM generate_series(1, 20000) AS number;
CREATE INDEX ON urls (percent_decode(url));
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT count(DISTINCT percent_decode(url)), sum(length(percent_decode(url))) FROM urls;
SET enable_seqscan = off;
SELECT url FROM urls WHERE percent_decode(url) = 'café-17';
RESET ALL;
-- Values of 12 MB, stored out of line and compressed; and the places of errors in them.
CREATE TABLE long AS SELECT repeat('caf%C3%A9 %z', 1000000) AS value;
SELECT octet_length(value) AS bytes, octet_length(percent_decode(value)) AS decoded, md5(percent_decode(value)) = md5(repeat('café %z', 1000000)) AS same FROM long;
SELECT octet_length(percent_encode(value, 'all')) AS encoded, percent_decode(percent_encode(value, 'all')) = value AS same FROM long;
SELECT percent_decode(value || '%FF') FROM long;
SELECT query_param('?' || value || '&x=%41', 'x') FROM long;
-- A value and its header have at most 1 GB less one byte: longer results are refused.
SELECT octet_length(percent_encode(repeat(repeat('a', 1000), 400000), 'all'));
DROP TABLE long;
-- WHATWG URL 1.3: the examples of percent-encoding after encoding, and the sets of 1.3.
SELECT input, scheme, expected, percent_encode(input, scheme) AS found
FROM (VALUES ('≡', 'url-userinfo', '%E2%89%A1'), ('Say what‽', 'url-userinfo', 'Say%20what%E2%80%BD'), ('‽', 'url-userinfo', '%E2%80%BD'),
    ('a b/c?d#e`{}^', 'url-path', 'a%20b/c%3Fd%23e%60%7B%7D%5E'), ('a b''"<>#', 'url-query', 'a%20b''%22%3C%3E%23'),
    ('a b''"<>#', 'url-special-query', 'a%20b%27%22%3C%3E%23'), (E'\x01\x7Fé ~', 'url-c0', '%01%7F%C3%A9 ~')) AS vectors (input, scheme, expected)
WHERE percent_encode(input, scheme) IS DISTINCT FROM expected;
-- ECMA-262 19.2.6, RFC 3986 2.3, WHATWG URL 5.2 (forms), RFC 5849 3.6, PHP's urlencode.
SELECT input, scheme, expected, percent_encode(input, scheme) AS found
FROM (VALUES ('a b&c=d/é!''()*~', 'js-component', 'a%20b%26c%3Dd%2F%C3%A9!''()*~'), ('a b;/?:@&=+$,#é"', 'js-uri', 'a%20b;/?:@&=+$,#%C3%A9%22'),
    ('AZaz09-._~!*', 'uri-component', 'AZaz09-._~%21%2A'), ('a b+c~*-._é', 'form', 'a+b%2Bc%7E*-._%C3%A9'), ('Ladies + Gentlemen', 'oauth', 'Ladies%20%2B%20Gentlemen'),
    ('a b+~-_.', 'php-urlencode', 'a+b%2B%7E-_.'), ('', 'uri-component', ''), ('Az', 'all', '%41%7A')) AS vectors (input, scheme, expected)
WHERE percent_encode(input, scheme) IS DISTINCT FROM expected;
-- RFC 3986 2.3: of all characters of ASCII, but NUL, the unreserved ones stay; hex digits are upper case (2.1).
SELECT count(*) FROM generate_series(1, 127) AS code
WHERE percent_encode(chr(code), 'uri-component') =
    CASE WHEN chr(code) ~ '[A-Za-z0-9._~-]' THEN chr(code) ELSE '%' || upper(lpad(to_hex(code), 2, '0')) END;
SELECT percent_encode(NULL, 'form') IS NULL AND percent_encode('a', NULL) IS NULL AS is_null;
\set VERBOSITY terse
SELECT percent_encode('a', 'url-pth');
SELECT percent_encode('a', '');
SELECT percent_encode('a', 'schéma');
\set VERBOSITY sqlstate
SELECT percent_encode('a', 'FORM');
\set VERBOSITY terse
-- The hint names every scheme.
DO $$
DECLARE
    hint text;
    name text;
BEGIN
    PERFORM percent_encode('a', 'none');
EXCEPTION WHEN invalid_parameter_value THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    FOREACH name IN ARRAY string_to_array(substring(hint FROM '^The schemes are (.*)\.$'), ', ') LOOP
        PERFORM percent_encode('a', name);
    END LOOP;
    ASSERT cardinality(string_to_array(hint, ', ')) >= 48;
END
$$;
