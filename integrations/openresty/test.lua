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
local flags = percent.inspect("/%252e%252e/%00")
assert(flags.nested and flags.nul and flags["dot-segment"] and not flags.overlong and next(percent.inspect("/")) == nil)
assert(percent.check_path("strict", "/a/b") == true)
nothing, reason, position = percent.check_path("strict", "/a/..;/b")
assert(nothing == nil and reason == "hidden-dot-segment" and position == 3)
assert(percent.target("strict", "/x/../c%2b%2B") == "/c%2B%2B" and percent.target("strict", "/users/a%40b") == "/users/a%40b")
assert(percent.target("strict", "/" .. (" "):rep(5000)) == "/" .. ("%20"):rep(5000), "longer than the buffer")
nothing, reason, position = percent.target("strict", "/a%2Fb")
assert(nothing == nil and reason == "escaped-slash" and position == 2)
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
