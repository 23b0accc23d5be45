import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** For each line, a text in UTF-8 as hexadecimal digits: what it decodes and encodes to, as `=HEX`, or `-` if it is refused. */
class UrlCodec {
    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var output = new StringBuilder();
        for (String line; (line = input.readLine()) != null; ) {
            var value = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
            output.append(decoded(value)).append(' ').append(hex(URLEncoder.encode(value, StandardCharsets.UTF_8))).append('\n');
        }
        new PrintStream(System.out, false, StandardCharsets.US_ASCII).append(output).flush();
    }

    static String decoded(String value) {
        try {
            return hex(URLDecoder.decode(value, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException refused) {
            return "-";
        }
    }

    static String hex(String text) {
        return "=" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
