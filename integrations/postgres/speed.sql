-- ns a row beside PL/pgSQL, on the targets of an access log (the variable `targets`): for `run --speed`. The least of seven rounds, less what
-- counting the rows takes.
\set ON_ERROR_STOP on
SET max_parallel_workers_per_gather = 0;
CREATE EXTENSION percent_simd;

-- As PL/pgSQL does it best: runs of triplets to bytes at once, and nothing where there is no `%`.
CREATE FUNCTION plpgsql_decode(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    found text[];
    decoded bytea := '';
BEGIN
    IF strpos(value, '%') = 0 THEN
        RETURN value;
    END IF;
    FOR found IN SELECT regexp_matches(value, '((?:%[0-9A-Fa-f]{2})+)|([^%]+|%)', 'g') LOOP
        decoded := decoded || CASE WHEN found[1] IS NULL THEN convert_to(found[2], 'UTF8') ELSE decode(replace(found[1], '%', ''), 'hex') END;
    END LOOP;
    RETURN convert_from(decoded, 'UTF8');
END
$$;

-- The same as one query, by character.
CREATE FUNCTION sql_decode(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT convert_from(coalesce(string_agg(CASE WHEN length(part[1]) = 3 THEN decode(substr(part[1], 2), 'hex') ELSE convert_to(part[1], 'UTF8') END, ''), ''), 'UTF8')
    FROM regexp_matches(value, '%[0-9A-Fa-f]{2}|.', 'g') AS part
$$;

CREATE FUNCTION plpgsql_encode(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    bytes bytea := convert_to(value, 'UTF8');
    encoded text := '';
    byte int;
BEGIN
    FOR at IN 0 .. length(bytes) - 1 LOOP
        byte := get_byte(bytes, at);
        encoded := encoded || CASE WHEN byte < 128 AND chr(greatest(byte, 1)) ~ '[A-Za-z0-9._~-]' THEN chr(byte) ELSE '%' || upper(lpad(to_hex(byte), 2, '0')) END;
    END LOOP;
    RETURN encoded;
END
$$;

CREATE TEMP TABLE lines (line text);
\set copy '\\copy lines FROM ' :'targets' ' WITH (FORMAT csv, DELIMITER E''\\x01'', QUOTE E''\\x02'')'
:copy
CREATE TEMP TABLE targets AS SELECT split_part(split_part(line, ' "', 2), ' ', 2) AS value, number FROM lines, generate_series(1, 10) AS number;
DELETE FROM targets WHERE value = '' OR encoding_flags(value) & (1 + 1024 + 2048) <> 0; -- NUL, overlong, not UTF-8
VACUUM ANALYZE targets;

DO $$
DECLARE
    function text;
    expression text;
    baseline float8;
    best float8;
    started timestamptz;
    elapsed float8;
    rows bigint;
BEGIN
    IF EXISTS (SELECT FROM targets WHERE percent_decode(value) <> plpgsql_decode(value) OR percent_decode(value) <> sql_decode(value)
            OR percent_encode(value, 'uri-component') <> plpgsql_encode(value)) THEN
        RAISE EXCEPTION 'the functions differ';
    END IF;
    SELECT count(*) INTO rows FROM targets;
    RAISE INFO '% targets of % bytes on average', rows, (SELECT avg(octet_length(value))::int FROM targets);
    FOREACH expression IN ARRAY ARRAY['value', 'percent_decode(value)', 'plpgsql_decode(value)', 'sql_decode(value)', 'percent_encode(value, ''uri-component'')',
        'plpgsql_encode(value)', 'query_param(value, ''q'')'] LOOP
        best := 'infinity';
        FOR round IN 1 .. 7 LOOP
            started := clock_timestamp();
            EXECUTE 'SELECT count(' || expression || ') FROM targets';
            elapsed := extract(epoch FROM clock_timestamp() - started) * 1e9 / rows;
            best := least(best, elapsed);
        END LOOP;
        baseline := coalesce(baseline, best);
        RAISE INFO '% % ns', rpad(expression, 42), lpad(round((best - baseline)::numeric)::text, 8);
    END LOOP;
END
$$;
