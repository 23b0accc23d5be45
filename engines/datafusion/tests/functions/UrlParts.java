import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * For each line, a URL and a key in UTF-8 as hexadecimal digits: the host, path, query, fragment, scheme, path and query, authority and user
 * information, and the value of the key in the query, each as `=HEX`, or `-` if there is none, or if the URL is refused.
 */
class UrlParts {
    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var output = new StringBuilder();
        for (String line; (line = input.readLine()) != null; ) {
            var words = line.split(" ", 2);
            output.append(parts(unhex(words[0]), unhex(words[1]))).append('\n');
        }
        new PrintStream(System.out, false, StandardCharsets.US_ASCII).append(output).flush();
    }

    static String parts(String url, String key) {
        try {
            var uri = new URI(url);
            var query = uri.getRawQuery();
            var file = query == null ? uri.getRawPath() : uri.getRawPath() + "?" + query;
            return String.join(" ", hex(uri.getHost()), hex(uri.getRawPath()), hex(query), hex(uri.getRawFragment()), hex(uri.getScheme()),
                hex(file), hex(uri.getRawAuthority()), hex(uri.getRawUserInfo()), hex(query == null ? null : value(query, key)));
        } catch (URISyntaxException refused) {
            return "- - - - - - - - -";
        }
    }

    /** What Spark does with a key. */
    static String value(String query, String key) {
        var matcher = Pattern.compile("(&|^)" + key + "=([^&]*)").matcher(query);
        return matcher.find() ? matcher.group(2) : null;
    }

    static String unhex(String digits) {
        return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
    }

    static String hex(String text) {
        return text == null ? "-" : "=" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
