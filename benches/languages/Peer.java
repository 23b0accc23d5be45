// Java: URLDecoder and URLEncoder; its library has no parser of queries, so programs split them.

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class Peer {
    static List<Map.Entry<String, String>> parse(String query) {
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            pairs.add(Map.entry(decode(name), decode(value)));
        }
        return pairs;
    }

    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    static String shown(String operation, String line) {
        if (!operation.equals("query")) {
            return operation.equals("decode") ? decode(line) : URLEncoder.encode(line, StandardCharsets.UTF_8);
        }
        StringBuilder shown = new StringBuilder();
        parse(line).forEach(pair -> shown.append(pair.getKey()).append('\u001F').append(pair.getValue()).append('\u001E'));
        return shown.toString();
    }

    static int call(String operation, String line) {
        try {
            switch (operation) {
                case "decode": return decode(line).length();
                case "encode": return URLEncoder.encode(line, StandardCharsets.UTF_8).length();
                default: return parse(line).size();
            }
        } catch (IllegalArgumentException refused) {
            return 0;
        }
    }

    public static void main(String[] arguments) throws IOException {
        String operation = arguments[0];
        String[] lines = Files.readString(Path.of(arguments[1])).split("\n");
        if (arguments[2].equals("answers")) {
            try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out))) {
                for (String line : lines) {
                    try {
                        byte[] bytes = shown(operation, line).getBytes(StandardCharsets.UTF_8);
                        out.writeInt(bytes.length);
                        out.write(bytes);
                    } catch (IllegalArgumentException refused) {
                        out.writeInt(-1);
                    }
                }
            }
            return;
        }
        long total = 0, spent = 0;
        for (int phase = 0; phase < 6; phase++) { // the compiler needs a second
            long begin = System.nanoTime(), passes = 0;
            do {
                for (String line : lines) total += call(operation, line);
                passes++;
            } while (System.nanoTime() - begin < 200_000_000);
            spent = (System.nanoTime() - begin) / passes;
        }
        System.err.println(total);
        System.out.println(spent);
    }
}
