-- `run` runs it in nginx; LD_LIBRARY_PATH=PREFIX/lib luajit test.lua [ROUNDS] without ngx.unescape_uri beside it.
local percent = require "percent_simd"

assert(percent.decode("caf%C3%A9+1") == "caf\195\169+1")
assert(percent.decode("caf%C3%A9+1", "form") == "caf\195\169 1")
assert(percent.decode("") == "" and percent.decode("%00\0%zz") == "\0\0%zz")
assert(percent.encode("a b/c") == "a%20b%2Fc" and percent.encode("a b+", "form") == "a+b%2B")
assert(percent.decode(("%41"):rep(5000)) == ("A"):rep(5000), "longer than the buffer")
assert(percent.encode((" "):rep(5000)) == ("%20"):rep(5000))
local nothing, reason, position = percent.decode("a%", "js-component")
assert(nothing == nil and reason == "truncated" and position == 1)
nothing, reason, position = percent.decode("a%E9", "js-component")
assert(nothing == nil and reason == "utf8" and position == 1 and percent.decode("%C3%A9%2F", "js-uri") == "\195\169%2F")
local replacement = "\239\191\189"
assert(percent.decode("a%E9\233b", "baggage") == "a" .. replacement:rep(2) .. "b", "text, as Rust, SQL and the header have it")
assert(percent.decode(("\233"):rep(5000), "baggage") == replacement:rep(5000) and percent.decode("%E9\233") == "\233\233")
local flags = percent.inspect("/%252e%252e/%00")
assert(flags.nested and flags.nul and flags["dot-segment"] and not flags.overlong and next(percent.inspect("/")) == nil)
assert(percent.check_path("strict", "/a/b") == true)
nothing, reason, position = percent.check_path("strict", "/a/..;/b")
assert(nothing == nil and reason == "hidden-dot-segment" and position == 3)
assert(percent.target("strict", "/x/../c%2b%2B") == "/c%2B%2B" and percent.target("strict", "/users/a%40b") == "/users/a%40b")
assert(percent.target("strict", "/" .. (" "):rep(5000)) == "/" .. ("%20"):rep(5000), "longer than the buffer")
nothing, reason, position = percent.target("strict", "/a%2Fb")
assert(nothing == nil and reason == "escaped-slash" and position == 2)
for _, case in ipairs {
    { "/x/../caf%C3%A9/%25", "/caf\195\169/%25", "/caf%C3%A9/%25" }, { "/a//b/./", "/a/b/", "/a/b/" }, { "/%40", "/@", "/%40" }, { "/", "/", "/" },
} do
    assert(percent.resolve("strict", case[1]) == case[2] and percent.target("strict", case[1]) == case[3], case[1])
end
assert(percent.resolve("strict", "/" .. ("%41"):rep(5000)) == "/" .. ("A"):rep(5000))
assert(percent.target("objects", "/b/a+b//c%2Fd") == "/b/a%2Bb//c/d")
nothing, reason, position = percent.resolve("unknown", "/admin%3F")
assert(nothing == nil and reason == "rejected" and position == 6)
for path, expected in pairs {
    ["/admin"] = true, ["/admin/"] = true, ["/x/../%61dmin/users"] = true, ["//admin"] = true, ["/administrator"] = false, ["/ADMIN"] = false, ["/"] = false,
    ["/x/%2e%2e/admin%20"] = false,
} do
    assert(percent.is_under("unknown", path, "/admin") == expected, path)
end
assert(percent.is_under("unknown", "/ADMIN/x", "/admin", true) == true and percent.is_under("strict", "/caf%C3%A9/a", "/caf\195\169") == true)
nothing, reason, position = percent.is_under("unknown", "/admin;x", "/admin")
assert(nothing == nil and reason == "semicolon" and position == 6)
assert(not pcall(percent.is_under, "unknown", "/", "admin") and not pcall(percent.is_under, "unknown", "/", "/a%20b"))
for _, case in ipairs {
    { "/a/b?c=d?", "/a/b", "c=d?" }, { "/a", "/a" }, { "http://example.org/a%2F?b", "/a%2F", "b" }, { "http://example.org", "/" }, { "http://example.org?b", "/", "b" },
    { "?b=?", "/", "b=?" }, { "*", nil, "form" }, { "example.org:80", nil, "form" }, { "/a b", nil, "space" },
} do
    local path, query = percent.path(case[1])
    assert(path == case[2] and query == case[3], case[1])
end
assert(not pcall(percent.decode, "a", "no-such-scheme") and not pcall(percent.check_path, "caddy", "/"))

local rounds = tonumber(arg and arg[1])
if rounds then
    local function time(name, call)
        for _, input in ipairs { "plain-value-of-a-query", "caf%C3%A9%20au%20lait", ("%D0%BE%D0%B1"):rep(20) } do
            local least = math.huge
            for _ = 1, 9 do
                local started = os.clock()
                for _ = 1, rounds do
                    if call(input) == "?" then error "?" end -- what nobody looks at is not made
                end
                least = math.min(least, os.clock() - started)
            end
            io.stdout:write(("%-20s %4d bytes %8.1f ns\n"):format(name, #input, least / rounds * 1e9))
        end
    end
    time("percent.decode", percent.decode)
    if ngx then
        time("ngx.unescape_uri", ngx.unescape_uri)
        -- The functions in C, without a string of Lua for the result.
        local ffi = require "ffi"
        ffi.cdef "void ngx_unescape_uri(unsigned char **dst, unsigned char **src, size_t size, unsigned type);"
        local library, room = ffi.load "libpercent_simd.so.0.1", ffi.new "char[4096]"
        local decoder, written = ffi.new("percent_simd_decoder[1]", { library.percent_simd_decoder_of_scheme(6) }), ffi.new "size_t[1]"
        time("percent_simd_decode", function(input)
            library.percent_simd_decode(decoder, input, #input, room, 4096, written, nil)
            return written[0]
        end)
        local dst, src = ffi.new "unsigned char *[1]", ffi.new "unsigned char *[1]"
        time("ngx_unescape_uri", function(input)
            dst[0], src[0] = ffi.cast("unsigned char *", room), ffi.cast("unsigned char *", input)
            ffi.C.ngx_unescape_uri(dst, src, #input, 0)
        end)
    end
    time("gsub, in Lua", function(input) return (input:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)) end)
end
io.stdout:write("openresty: passed\n")
