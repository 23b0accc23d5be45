-- Each path is one of the tables of src/path/presets.md, or of an attack there.
SELECT target, preset, expected, path_check(target, preset) AS found
FROM (VALUES ('/', 'strict', 'ok'), ('/a/b?c=/../d', 'strict', 'ok'), ('/a%2Fb', 'strict', 'escaped-slash'), ('/a%5Cb', 'strict', 'escaped-backslash'),
    ('/a%5cb', 'strict', 'escaped-backslash'), ('/a\b', 'strict', 'backslash'), ('/a%00', 'nginx', 'control'), ('/100%', 'strict', 'truncated'),
    ('/%%34%31', 'strict', 'bad-hex'), ('/%%34%31', 'envoy-keep', 'hidden-triplet'), ('/a/..;/b', 'strict', 'hidden-dot-segment'), ('/;x/admin', 'strict', 'semicolon'),
    ('/a;b', 'unknown', 'semicolon'), ('/100%25', 'unknown', 'escaped-percent'), ('/a%3Fb?c', 'unknown', 'rejected'), ('/%C0%AF', 'strict', 'utf8'),
    ('/é', 'strict', 'non-ascii'), ('/a#b', 'strict', 'delimiter'), ('/../a', 'nginx', 'climbs-above-root'), ('/a//b', 'spring', 'empty-segment'),
    ('/a/../b', 'objects', 'dot-segment'), ('/a//b;c', 'objects', 'ok'), ('', 'strict', 'not-absolute'), ('?a', 'strict', 'not-absolute'),
    ('http://x/', 'strict', 'not-absolute')) AS vectors (target, preset, expected)
WHERE path_check(target, preset) IS DISTINCT FROM expected;
SELECT target, preset, expected, path_resolve(target, preset) AS found
FROM (VALUES ('/', 'strict', '/'), ('/x/../caf%C3%A9?q', 'strict', '/café'), ('/a//b/./', 'strict', '/a/b/'), ('/a%2bb%40c', 'strict', '/a+b@c'), ('/100%25', 'strict', '/100%25'),
    ('/a;v=1', 'tomcat', '/a'), ('/a/..;/b', 'tomcat', '/b'), ('/a%2F../b', 'nginx', '/b'), ('/a%2Fb', 'apache-keep', '/a%2Fb'), ('/../a', 'haproxy', '/a'),
    ('/public%2F..%2Fadmin', 'strict', NULL), ('/public%2F..%2Fadmin', 'nginx', '/admin'), ('/b//c%2Fd+e;f', 'objects', '/b//c/d+e;f'), ('/é', 'nginx', '/é'),
    ('/%C0%AF/%25FF', 'nginx', U&'/\FFFD\FFFD/%25FF'), ('/a%FF', 'nginx', U&'/a\FFFD'), ('x', 'nginx', NULL)) AS vectors (target, preset, expected)
WHERE path_resolve(target, preset) IS DISTINCT FROM expected;
-- U+FFFD is longer than the byte that it replaces, and as long as its triplet.
SELECT path_resolve('/' || repeat('%FF', 3000), 'nginx') = '/' || repeat(U&'\FFFD', 3000) AS is_longer;
-- A path is refused exactly where it does not resolve.
SELECT preset, prefix || name || suffix AS target
FROM unnest('{strict,unknown,objects,spring,nginx,tomcat,apache-keep,envoy-unescape}'::text[]) AS preset, unnest('{/,//,/./,/x/..%2f,/;/,/%25}'::text[]) AS prefix,
    unnest('{admin,%61dmin,admin;x,..,%2e,é,%FF}'::text[]) AS name, unnest('{"",/,%00,%,?/..}'::text[]) AS suffix
WHERE (path_check(prefix || name || suffix, preset) = 'ok') <> (path_resolve(prefix || name || suffix, preset) IS NOT NULL);
SELECT path_check(NULL, 'strict') IS NULL AND path_check('/', NULL) IS NULL AND path_resolve(NULL, 'strict') IS NULL AS is_null;
SELECT path_check('/', 'caddy');
SELECT path_resolve('/', 'Strict');
-- Requests of a log, as in the README.
CREATE TABLE log (target text);
CREATE INDEX ON log (path_resolve(target, 'strict'));
INSERT INTO log VALUES ('/admin?x'), ('/x/../%61dmin'), ('/admin;x'), ('/admin%2F'), ('/administrator');
SELECT target, path_check(target, 'unknown') FROM log WHERE path_check(target, 'unknown') <> 'ok';
SELECT target FROM log WHERE path_resolve(target, 'strict') = '/admin' ORDER BY target COLLATE "C";
