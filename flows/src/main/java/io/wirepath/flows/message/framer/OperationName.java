package io.wirepath.flows.message.framer;

import io.wirepath.flows.message.framer.hpack.HeaderFields;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for and what a response says, as a short text: {@code GET /cart}, {@code 200},
 * {@code grpc-status 5}, {@code SELECT /stock}, {@code GET /cart/17}, {@code PRODUCE /orders}. The query of a target is
 * left out. Made only where the operator asks for it, since it is payload.
 */
final class OperationName {

    private static final int LONGEST = 256;

    private static final String WORD = "word";

    /** So much of a statement is looked at: long lists of columns stand before its table. */
    static final int STATEMENT_BYTES = 1024;

    /** Tokens of a statement for PostgreSQL: double quotes hold names (its manual, §4.1). */
    static final Pattern POSTGRESQL = tokens(
            "[eE]" + text('\'', true) + '|' + text('\'', false) + "|\\$(?<tag>\\w*)\\$.*?(?:\\$\\k<tag>\\$|$)",
            text('"', false));

    /** The same for MySQL: double quotes hold texts (its manual, §11.1.1, §11.2). */
    static final Pattern MYSQL = tokens(text('\'', true) + '|' + text('"', true) + "|#[^\\n]*", text('`', false));

    private static final Set<String> VERBS = Set.of(
            "SELECT",
            "INSERT",
            "UPDATE",
            "DELETE",
            "REPLACE",
            "MERGE",
            "WITH",
            "CALL",
            "COPY",
            "BEGIN",
            "START",
            "COMMIT",
            "ROLLBACK",
            "SET",
            "SHOW",
            "CREATE",
            "DROP",
            "ALTER",
            "TRUNCATE");

    /** Words that may stand before a table. */
    private static final Set<String> BETWEEN = Set.of("ONLY", "LOW_PRIORITY", "IGNORE", "LATERAL");

    private OperationName() {}

    /** Of the fields of an HTTP/2 header block; null where they say nothing. */
    static @Nullable String of(HeaderFields fields) {
        String method = fields.method();
        String path = fields.path();
        if (method != null && path != null) {
            return clean(method + " " + path);
        }
        boolean http = fields.status() != HeaderFields.NONE;
        boolean grpc = fields.grpcStatus() != HeaderFields.NONE;
        if (!http && !grpc) {
            return null;
        }
        String status = http ? fields.status() + (grpc ? " " : "") : "";
        return grpc ? status + "grpc-status " + fields.grpcStatus() : status;
    }

    /** Of the start line of an HTTP/1 message: method and target, or the status. */
    static String of(ByteBuffer bytes, int from, int end, boolean response) {
        int first = Ascii.indexOf(bytes, (byte) ' ', from, end);
        int second = Ascii.indexOf(bytes, (byte) ' ', first + 1, end);
        int begin = response ? first + 1 : from;
        return clean(text(bytes, begin, second < 0 ? end : second));
    }

    /**
     * Of a statement of SQL: what it does, and of which table, as {@code SELECT /stock}. What stands in quotes, and
     * all values, are left out.
     *
     * @param tokens {@link #POSTGRESQL} or {@link #MYSQL}
     */
    static @Nullable String ofStatement(Pattern tokens, ByteBuffer bytes, int from, int end) {
        Matcher token = tokens.matcher(text(bytes, from, Math.min(end, from + STATEMENT_BYTES)));
        String verb = null;
        boolean named = false;
        int depth = 0;
        BitSet queries = new BitSet(); // parentheses in which a FROM is that of a query, not of EXTRACT(YEAR FROM day)
        String before = "";
        while (token.find()) {
            String word = token.group(WORD);
            if (word == null) {
                named = false; // a text, or a parenthesis: a query within, or a list
                char first = token.group().charAt(0);
                depth = Math.max(0, depth + (first == '(' ? 1 : first == ')' ? -1 : 0));
                queries.clear(depth + (first == '(' ? 0 : 1));
                continue;
            }
            String upper = word.toUpperCase(Locale.ROOT);
            if (verb == null) {
                verb = VERBS.contains(upper) ? upper : null;
                named = upper.equals("UPDATE");
                if (verb == null) {
                    return null;
                }
            } else if (named && !BETWEEN.contains(upper)) {
                return verb + " /" + table(word);
            } else if (upper.equals("INTO")
                    || upper.equals("FROM") && queries.get(depth) && !before.equals("DISTINCT")) {
                named = true;
            }
            queries.set(depth, queries.get(depth) || VERBS.contains(upper));
            before = upper;
        }
        return verb;
    }

    /** A topic, as the part of an operation behind what is done with it. */
    static String ofTopic(ByteBuffer bytes, int from, int end) {
        return " /" + clean(text(bytes, from, Math.min(end, from + LONGEST)));
    }

    /** A name as it stands there, of a method or a file; nothing where it is not text. */
    static String ofName(ByteBuffer bytes, int from, int end) {
        String name = text(bytes, from, Math.min(end, from + LONGEST));
        return name.chars().allMatch(c -> c >= ' ') ? clean(name) : "";
    }

    /** Of a command and the key that it is about, whose parts are divided by colons: {@code GET /cart/17}. */
    static String ofKey(String command, ByteBuffer bytes, int from, int end) {
        return command + " /"
                + clean(text(bytes, from, Math.min(end, from + LONGEST)).replace(':', '/'));
    }

    /** A comment, a text, a parenthesis, or a word: what is quoted in it is one with it. */
    private static Pattern tokens(String texts, String names) {
        return Pattern.compile(
                "/\\*.*?(?:\\*/|$)|--[^\\n]*|[()]|" + texts + "|(?<" + WORD + ">(?:[\\w$.\\x80-\\xff]++|" + names
                        + ")++)",
                Pattern.DOTALL);
    }

    /** What stands between two of these quotes, or to the end. */
    private static String text(char quote, boolean escapes) {
        return escapes
                ? quote + "(?:[^" + quote + "\\\\]|\\\\.)*+(?:" + quote + "|\\\\?$)"
                : quote + "[^" + quote + "]*+(?:" + quote + "|$)";
    }

    /** Without its schema. */
    private static String table(String word) {
        String[] parts = word.replaceAll("[\"`]", "").split("\\.", -1);
        return clean(parts[parts.length - 1]);
    }

    private static String text(ByteBuffer bytes, int from, int end) {
        StringBuilder text = new StringBuilder();
        for (int at = from; at < end; at++) {
            text.append((char) (bytes.get(at) & 0xff));
        }
        return text.toString();
    }

    private static String clean(String raw) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(raw.length(), LONGEST); i++) {
            char c = raw.charAt(i);
            if (c == '?' || c == '#') {
                break;
            }
            text.append(c < ' ' || c > '~' ? '.' : c);
        }
        return text.toString();
    }
}
