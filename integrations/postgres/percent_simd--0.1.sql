\echo Use "CREATE EXTENSION percent_simd" to load this file. \quit

CREATE FUNCTION percent_decode(value text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION percent_decode(text) IS
    'decodes %XX as WHATWG URL''s percent-decode does: a % that two hex digits do not follow stays, and so does +; the bytes must be UTF-8';

CREATE FUNCTION try_percent_decode(value text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION try_percent_decode(text) IS 'decodes %XX as percent_decode does; NULL where the bytes are not UTF-8, or one of them is NUL';

CREATE FUNCTION percent_decode(value text, scheme text) RETURNS text AS 'MODULE_PATHNAME', 'percent_decode_scheme' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION percent_decode(text, text) IS 'decodes as a standard says it: under form, oauth2 and s3-key a + is a space; js-component refuses a malformed %';

CREATE FUNCTION try_percent_decode(value text, scheme text) RETURNS text AS 'MODULE_PATHNAME', 'try_percent_decode_scheme' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION try_percent_decode(text, text) IS 'decodes as percent_decode(value, scheme) does; NULL for what that refuses';

CREATE FUNCTION percent_decode_lossy(value text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION percent_decode_lossy(text) IS
    'decodes %XX as percent_decode does; what is not UTF-8 becomes U+FFFD, and %00 stays, so any text is decoded';

CREATE FUNCTION percent_decode_bytea(value text) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION percent_decode_bytea(text) IS 'decodes %XX as percent_decode does, to any bytes';

CREATE FUNCTION percent_encode(value text, scheme text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION percent_encode(text, text) IS 'encodes as a standard says it: url-path, js-component, uri-component, form, ...';

CREATE FUNCTION query_param(url_or_query text, key text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION query_param(text, text) IS
    'the decoded value of the first pair of that name in the query of a URL, as URLSearchParams.get gives it; NULL if there is none';

CREATE FUNCTION try_query_param(url_or_query text, key text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION try_query_param(text, text) IS 'what query_param gives; NULL also for a value with %00';

CREATE FUNCTION encoding_flags(value text) RETURNS bigint AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION encoding_flags(text) IS 'what the escapes hide: the sum of a power of two for each flag';

CREATE FUNCTION encoding_flag_names(flags bigint) RETURNS text[] AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION encoding_flag_names(bigint) IS 'the names of the flags that encoding_flags sums, from the least bit on';

CREATE FUNCTION path_check(target text, preset text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION path_check(text, text) IS 'ok, or why the policy of a server refuses the path of a request target, whose query is ignored';

CREATE FUNCTION path_resolve(target text, preset text) RETURNS text AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION path_resolve(text, text) IS
    'the path of a request target, decoded and without dot segments, as rules judge it; NULL where path_check refuses it';
