// Each line of standard input is an operation and its input in hex. Each line of the answer is the result in hex, or `!` where it throws.

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;

class Percent {
    public static void main(String[] arguments) throws Exception {
        var answers = new StringBuilder();
        for (var line : new String(System.in.readAllBytes(), UTF_8).lines().toList()) {
            var question = line.split(" ", 2);
            answers.append(answer(question[0], new String(bytes(question[1]), UTF_8))).append('\n');
        }
        System.out.write(answers.toString().getBytes(UTF_8));
        System.out.flush();
    }

    static String answer(String operation, String text) {
        try {
            return switch (operation) {
                case "encode" -> hex(URLEncoder.encode(text, UTF_8));
                case "decode" -> hex(URLDecoder.decode(text, UTF_8));
                default -> throw new IllegalStateException(operation);
            };
        } catch (IllegalArgumentException malformed) {
            return "!";
        }
    }

    static byte[] bytes(String hex) {
        var bytes = new byte[hex.length() / 2];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) Integer.parseInt(hex.substring(2 * at, 2 * at + 2), 16);
        }
        return bytes;
    }

    static String hex(String text) {
        var hex = new StringBuilder();
        for (byte value : text.getBytes(UTF_8)) {
            hex.append(Character.forDigit(value >> 4 & 15, 16)).append(Character.forDigit(value & 15, 16));
        }
        return hex.toString();
    }
}
