-- A database in another encoding: text is UTF-8 in URLs, and converted from and to LATIN1.
SET client_min_messages = warning;
CREATE DATABASE percent_simd_latin1 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;
CREATE DATABASE percent_simd_ascii ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;
\c percent_simd_latin1
SET client_encoding = 'UTF8';
CREATE EXTENSION percent_simd;
SELECT percent_decode('caf%C3%A9') = 'café' AS decoded, percent_decode('é%C3%A9') = 'éé' AS beside_raw, octet_length(percent_decode('%C3%A9')) AS bytes,
    percent_encode('é', 'uri-component') AS encoded, percent_decode_bytea('é%C3') AS to_bytes, query_param('/?q=%C3%BC+é', 'q') = 'ü é' AS param,
    query_param('/?é=1', 'é') AS key;
-- Byte E9, which is LATIN1 and not UTF-8; and a character that LATIN1 lacks.
SELECT percent_decode('é%E9');
SELECT percent_decode('%E2%82%AC');
SELECT percent_decode('a%00');
\set VERBOSITY terse
SELECT percent_encode('a', 'schéma') IS NULL;
\set VERBOSITY default
-- SQL_ASCII stores bytes: what is not UTF-8 is refused, as nothing can be converted.
\c percent_simd_ascii
CREATE EXTENSION percent_simd;
SELECT percent_decode('caf%C3%A9') = 'café' AS decoded, octet_length(percent_decode('é%C3%A9')) AS bytes, percent_encode('é', 'uri-component') AS encoded;
SELECT percent_decode('%FF');
SELECT percent_decode(E'\xFF');
\c contrib_regression
DROP DATABASE percent_simd_latin1;
DROP DATABASE percent_simd_ascii;
