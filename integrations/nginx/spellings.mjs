// Spellings of /admin, and of paths below it and beside it.

/** What comes before a name, the name in several spellings, and what comes after it. */
const BEFORE = [
    "/", "//", "///", "/./", "/%2e/", "/%2E/", "/.;/", "/.;x/", "/.%3b/", "/%2e;/", "/;/", "/;x/", "/;a=b;c/", "/%3b/", "/%3B/", "/%3bx/", "/;%2f/", "/;/;/",
    "/;/./", "/x/../", "/x/%2e%2e/", "/x/.%2e/", "/x/..;/", "/x/..;x/", "/x/..%3b/", "/x/%2e%2e;/", "/x;/../", "/x;/;/../", "/x/;/../", "/x/;x/../",
    "/x/;/../;/", "/x/;/..;/../", "/x//../", "/x/y/../../", "/x/y/..;/../", "/..;/", "/%2F", "/%2f", "/x%2F../", "/%5C", "/\\", "/x/..%2F", "/x/..%5C",
    "/%252F", "/%252e%252e/", "/%00/", "/%0a/", "/?/", "/#/", "/%C0%AF", "/%EF%BC%8F",
];
const NAMES = ["admin", "%61dmin", "adm%69n", "admin;", "admin;x", "admin%3b", "admin%3Bx", ";admin", ";x/admin", "%3badmin", "x;/../admin", "admin%20", "admin%00", "Admin"];
const AFTER = ["", "/", "/;", "/;x/", "/%3b/", "/.", "/./", "/.;/", "/x/..", "/x/../", "/x/..;/", "//", "%2F", "%2Fx", ";/x", "?x=;/../", "#"];
export const SPELLINGS = BEFORE.flatMap((before) => NAMES.flatMap((name) => AFTER.map((after) => before + name + after)));

/** One or more for each verdict: of the guard, of nginx's `location`, of a server behind it. Each is one of the list. */
export const FEW = [
    "/admin", "/admin/", "/admin//", "/%61dmin", "/x/../admin", "/./admin/", "//admin", "///admin/", "/x//../admin", // any server reads it so
    "/admin;", "/admin;x", "/admin;/x", "/admin;x/", "/admin;/", // parameters
    "/;/admin/", "/;x/admin", "/x/;/../admin/", "/.;/admin", "/x/..;/admin", "/x;/../admin",
    "/admin%3b", "/admin%3b/", "/%3b/admin", // escaped ones
    "/admin%2F", "/admin%2Fx", "/%2Fadmin", "/%2Fadmin/", "/x%2F../admin", "/x/..%2Fadmin", "/%5Cadmin", "/\\admin", // slashes
    "/%252Fadmin", "/%252e%252e/admin", "/%00/admin", "/%0a/admin", "/admin%20", "/%C0%AFadmin", "/?/admin", "/#/admin", "/Admin", "/admin/x/..", "/admin?x=;/../",
];
