-- percent-simd for LuaJIT and OpenResty, by FFI: libpercent_simd.so.0.1 must be where the loader finds it.
--
--     local percent = require "percent_simd"
--     percent.decode("caf%C3%A9+1")               --> "café+1"
--     percent.decode("caf%C3%A9+1", "form")       --> "café 1"
--     percent.encode("a b/c", "uri-component")    --> "a%20b%2Fc"
--     percent.inspect("/%252e%252e/")             --> { nested = true, ["dot-segment"] = true }
--     percent.path("/a/b?c=d")                              --> "/a/b", "c=d"
--     percent.check_path("unknown", "/a/..;/b")             --> nil, "semicolon", 5
--     percent.resolve("unknown", "/x/../caf%C3%A9")         --> "/café", the path that rules judge
--     percent.is_under("unknown", "/x/../%61dmin/", "/admin")  --> true
--     percent.target("unknown", "/x/../c%2b%2B")            --> "/c%2B%2B", the path to forward
--
-- Strings are passed as they are, without a copy; outputs go through a buffer that grows and stays.
local ffi = require "ffi"

ffi.cdef [[
typedef struct { uint8_t rows[16]; } percent_simd_set;
typedef struct { percent_simd_set set; uint32_t options, reserved; } percent_simd_encoder;
typedef struct { percent_simd_set keep, reject; uint32_t options, reserved; } percent_simd_decoder;
typedef struct { const char *data; size_t len; } percent_simd_slice;
typedef struct { percent_simd_slice method, scheme, userinfo, host, port, path, query; int form; uint8_t major, minor; } percent_simd_request;
typedef struct { uint8_t actions[14], unused, hint; percent_simd_set reject; } percent_simd_path_policy;
typedef struct { size_t decoded_len, triplets, malformed_count, malformed_position; int malformed; uint32_t flags; } percent_simd_report;
percent_simd_encoder percent_simd_encoder_of_scheme(uint32_t scheme);
percent_simd_decoder percent_simd_decoder_of_scheme(uint32_t scheme);
bool percent_simd_scheme_decodes_to_text(uint32_t scheme);
int percent_simd_scheme_from_name(const char *name, size_t len, uint32_t *scheme);
int percent_simd_preset_from_name(const char *name, size_t len, uint32_t *preset);
int percent_simd_encode(const percent_simd_encoder *encoder, const char *input, size_t len, char *output, size_t capacity, size_t *written);
int percent_simd_decode(const percent_simd_decoder *decoder, const char *input, size_t len, char *output, size_t capacity, size_t *written,
                        size_t *position);
int percent_simd_decode_utf8(const percent_simd_decoder *decoder, const char *input, size_t len, char *output, size_t capacity, size_t *written,
                             size_t *position);
int percent_simd_inspect(const char *input, size_t len, percent_simd_report *report);
percent_simd_path_policy percent_simd_path_policy_of_preset(uint32_t preset);
int percent_simd_path_check(const percent_simd_path_policy *policy, const char *path, size_t len, size_t *position);
int percent_simd_path_resolve(const percent_simd_path_policy *policy, const char *path, size_t len, char *output, size_t capacity, size_t *written,
                              size_t *position);
int percent_simd_path_is_under(const char *path, size_t len, const char *prefix, size_t prefix_len, uint32_t options, bool *is_under, size_t *position);
int percent_simd_target(const char *target, size_t len, percent_simd_request *request, size_t *position);
int percent_simd_path_target(const percent_simd_path_policy *policy, const char *path, size_t len, char *output, size_t capacity, size_t *written,
                             size_t *position);
const char *percent_simd_flag_name(uint32_t flag);
const char *percent_simd_result_name(uint32_t result);
]]

local library = ffi.load("libpercent_simd.so.0.1")
local written, position = ffi.new("size_t[1]"), ffi.new("size_t[1]")
local number, report = ffi.new("uint32_t[1]"), ffi.new("percent_simd_report")
local request, found = ffi.new("percent_simd_request"), ffi.new("bool[1]")
local capacity = 4096
local buffer = ffi.new("char[?]", capacity)

local function room(len)
    if len > capacity then
        capacity = 2 * len
        buffer = ffi.new("char[?]", capacity)
    end
    return buffer
end

-- Made once a name, because a policy costs more than a short value.
local function cache(kind, from_name, make)
    return setmetatable({}, {
        __index = function(all, name)
            if from_name(name, #name, number) ~= 0 then
                error("percent_simd knows no " .. kind .. " '" .. name .. "'", 3)
            end
            all[name] = make(number[0])
            return all[name]
        end,
    })
end

local function array(kind, make)
    return function(number) return ffi.new(kind .. "[1]", { make(number) }) end
end

local scheme_from_name, preset_from_name = library.percent_simd_scheme_from_name, library.percent_simd_preset_from_name
local encoders = cache("scheme", scheme_from_name, array("percent_simd_encoder", library.percent_simd_encoder_of_scheme))
local policies = cache("preset", preset_from_name, array("percent_simd_path_policy", library.percent_simd_path_policy_of_preset))
local decoders = cache("scheme", scheme_from_name, function(number)
    local is_text = library.percent_simd_scheme_decodes_to_text(number)
    return {
        policy = ffi.new("percent_simd_decoder[1]", { library.percent_simd_decoder_of_scheme(number) }),
        decode = is_text and library.percent_simd_decode_utf8 or library.percent_simd_decode,
        growth = is_text and 3 or 1, -- U+FFFD has three bytes
    }
end)

-- The results of a refusal: nil, the reason, and the position from 0.
local function refused(result)
    return nil, ffi.string(library.percent_simd_result_name(result)), tonumber(position[0])
end

local percent = {}

-- The encoded string; as it is where nothing changes.
function percent.encode(input, scheme)
    local output = room(3 * #input)
    local result = library.percent_simd_encode(encoders[scheme or "uri-component"], input, #input, output, capacity, written)
    if result ~= 0 then return nil, ffi.string(library.percent_simd_result_name(result)) end
    return ffi.string(output, written[0])
end

-- The decoded string; or nil, the reason, and the position from 0. Text, in which baggage has U+FFFD for ill-formed UTF-8, where the scheme decodes to
-- text, and any bytes otherwise.
function percent.decode(input, scheme)
    local decoder = decoders[scheme or "url-component"]
    local output = room(decoder.growth * #input)
    local result = decoder.decode(decoder.policy, input, #input, output, capacity, written, position)
    if result ~= 0 then return refused(result) end
    return ffi.string(output, written[0])
end

-- The flags of the input, by their names.
function percent.inspect(input)
    local flags = {}
    if library.percent_simd_inspect(input, #input, report) == 0 and report.flags ~= 0 then
        local bit = require "bit"
        for at = 0, 31 do
            if bit.band(bit.rshift(report.flags, at), 1) == 1 then
                flags[ffi.string(library.percent_simd_flag_name(bit.lshift(1, at)))] = true
            end
        end
    end
    return flags
end

-- The path of a request target, such as ngx.var.request_uri, and its query or nil; or nil, the reason, and the position from 0. "/" for an absolute form
-- without a path, and nil and "form" for a target that has none ("*", and that of CONNECT).
function percent.path(target)
    if target:byte(1) == 63 then target = "/" .. target end -- nginx's $request_uri of http://host?query
    local result = library.percent_simd_target(target, #target, request, position)
    if result ~= 0 then return refused(result) end
    local path, query = request.path, request.query
    if path.data == nil then return nil, "form", 0 end
    return path.len == 0 and "/" or ffi.string(path.data, path.len), query.data ~= nil and ffi.string(query.data, query.len) or nil
end

-- Whether the preset accepts the path; or nil, the reason, and the position from 0.
function percent.check_path(preset, path)
    local result = library.percent_simd_path_check(policies[preset], path, #path, position)
    if result ~= 0 then return refused(result) end
    return true
end

-- The path that rules judge: decoded and resolved; or nil, the reason, and the position from 0. Forward the target, not this.
function percent.resolve(preset, path)
    local output = room(#path)
    local result = library.percent_simd_path_resolve(policies[preset], path, #path, output, capacity, written, position)
    if result ~= 0 then return refused(result) end
    return ffi.string(output, written[0])
end

-- The path to forward: what the client escaped stays escaped, unless it is an unreserved character; or nil, the reason, and the position from 0.
function percent.target(preset, path)
    local output = room(3 * #path)
    local result = library.percent_simd_path_target(policies[preset], path, #path, output, capacity, written, position)
    if result ~= 0 then return refused(result) end
    return ffi.string(output, written[0])
end

-- Whether the path, once it is resolved, is the prefix or below it, by whole segments: true or false; or nil, the reason, and the position from 0, where
-- the preset refuses the path: nil is no answer, so ask for `~= false` where a rule forbids. The prefix is decoded text; one that is none is an error.
function percent.is_under(preset, path, prefix, ignores_case)
    local output = room(3 * #path)
    local result = library.percent_simd_path_target(policies[preset], path, #path, output, capacity, written, position)
    if result ~= 0 then return refused(result) end
    result = library.percent_simd_path_is_under(output, written[0], prefix, #prefix, ignores_case and 1 or 0, found, position)
    if result ~= 0 then
        error("percent_simd: '" .. prefix .. "' is no prefix: begin with /, and write decoded text without // and dot segments", 2)
    end
    return found[0]
end

return percent
