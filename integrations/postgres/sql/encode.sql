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
    RAISE INFO '% schemes', cardinality(string_to_array(hint, ', '));
END
$$;
