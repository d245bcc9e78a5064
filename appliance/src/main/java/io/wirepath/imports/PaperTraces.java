package io.wirepath.imports;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Traces as the papers print them: Project 5 §6.5, and the messages of the slides of WAP5. Words of a line are parted
 * by blanks; a line of headings may come first, and a comment begins with {@code #}. Who is
 * not traced has the time {@code nil}.
 *
 * <pre>
 *   timestamp          operation  sender  rcvr   ID          client/5040  server/8712  0.592  0.852
 *   1047680084.482205  CALL_SENT  nodeA   nodeB  id37        server/8712  client/5040  1.705  2.033
 *   1047680084.483575  RET_SENT   nodeB   nodeA  id37
 * </pre>
 *
 * <p>Of a trace in which nobody received, a message is received when it was sent: a sniffer saw both at once.
 */
final class PaperTraces implements TraceFormat {

    private static final Pattern OPERATION = Pattern.compile(
            "([-\\d.TZ:+]+)\\s+(CALL|RET|RETURN|MSG|MESSAGE)_(SENT|SEND|RCVD|RECV|RECEIVED)\\s+(\\S+)\\s+(\\S+)(?:\\s+(\\S+))?");
    private static final Pattern MESSAGE = Pattern.compile(
            "([^\\s\\d,{<][^\\s,]*)\\s+([^\\s\\d,{<][^\\s,]*)\\s+((?i)nil|\\d+\\.\\d+)\\s+((?i)nil|\\d+\\.\\d+)");
    private static final Pattern HEADINGS =
            Pattern.compile("(?i)time(stamp)?\\s+op(eration)?\\s+sender\\s+(rcvr|receiver)(\\s+id)?"
                    + "|sender\\s+(rcvr|receiver)\\s+sent(\\s+time)?\\s+(rcvd|received)(\\s+time)?");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

    private static final long BYTES = 100;

    @Override
    public String name() {
        return "trace as Project 5 and WAP5 print them";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        String line = head.lines()
                .map(PaperTraces::told)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        return OPERATION.matcher(line).matches()
                || MESSAGE.matcher(line).matches()
                || HEADINGS.matcher(line).matches();
    }

    /** What a line says, without comment. */
    private static String told(String line) {
        return COMMENT.matcher(line).replaceFirst("").strip();
    }

    /** A message of a call, of which one line tells that it was sent, and another that it was received. */
    private record Key(Role role, String sender, String receiver, String id) {}

    /** A line, and the other time of its message. */
    private static final class Told {
        private long sentNanos = ImportedMessage.UNKNOWN;
        private long receivedNanos = ImportedMessage.UNKNOWN;
    }

    /** Not thread-safe. */
    private static final class Reading {
        private final Map<Key, Told> open = new LinkedHashMap<>();
        private final Map<String, Long> calls = new HashMap<>();
        private final ImportedRows rows;
        private boolean received;
        private final Map<Key, Integer> repeated = new HashMap<>();

        private Reading(ImportedRows rows) {
            this.rows = rows;
        }

        void message(Matcher line) {
            add(Role.ONE_WAY, line.group(1), line.group(2), time(line.group(3)), time(line.group(4)), "");
        }

        private static long time(String text) {
            return text.equalsIgnoreCase("nil") ? ImportedMessage.UNKNOWN : TraceTimes.parse(text);
        }

        void operation(Matcher line) {
            Role role = line.group(2).startsWith("CALL")
                    ? Role.REQUEST
                    : line.group(2).startsWith("RET") ? Role.RESPONSE : Role.ONE_WAY;
            boolean sent = line.group(3).startsWith("SEN");
            received |= !sent;
            String id = line.group(6) == null ? "" : line.group(6);
            Key key = new Key(role, line.group(4), line.group(5), id + (sent ? " sent" : " received"));
            // the n-th that was sent with an identifier is the n-th that was received with it
            int number = repeated.merge(key, 1, Integer::sum);
            Told told = open.computeIfAbsent(
                    new Key(role, line.group(4), line.group(5), id + ' ' + number), unseen -> new Told());
            long nanos = TraceTimes.parse(line.group(1));
            told.sentNanos = sent ? nanos : told.sentNanos;
            told.receivedNanos = sent ? told.receivedNanos : nanos;
        }

        void end() {
            open.forEach((key, told) -> {
                long arrived = received ? told.receivedNanos : told.sentNanos;
                add(key.role(), key.sender(), key.receiver(), told.sentNanos, arrived, key.id());
            });
        }

        private void add(Role role, String sender, String receiver, long sent, long arrived, String id) {
            ImportedEnd from = ImportedEnd.parse(sender);
            ImportedEnd to = ImportedEnd.parse(receiver);
            boolean answers = role == Role.RESPONSE;
            String pair = answers ? receiver + ' ' + sender : sender + ' ' + receiver;
            long connection = calls.computeIfAbsent(pair, unseen -> calls.size() + 1L);
            ImportedEnd asks = answers ? to : from;
            int port = asks.port() == 0 ? ImportedEnd.portOf(connection) : asks.port();
            ImportedMessage message = ImportedMessage.of(
                    sent,
                    arrived,
                    answers ? from : from.at(port),
                    answers ? to.at(port) : to,
                    connection,
                    role,
                    BYTES,
                    Outcome.UNKNOWN);
            // without an identifier, returns are paired with calls in order (Project 5 §5.1.1.1)
            long number = id.startsWith(" ") ? ImportedMessage.IN_ORDER : id.hashCode() & 0xffff_ffffL;
            rows.add(role == Role.ONE_WAY ? message : message.ofCall(number));
        }
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        Reading reading = new Reading(rows);
        text.each(line -> {
            String told = told(line);
            Matcher operation = OPERATION.matcher(told);
            Matcher message = MESSAGE.matcher(told);
            if (operation.matches()) {
                reading.operation(operation);
            } else if (message.matches()) {
                reading.message(message);
            } else if (!told.isEmpty() && !HEADINGS.matcher(told).matches()) {
                text.passOver("no line such as '1047680084.482205 CALL_SENT nodeA nodeB id37' or"
                        + " 'client/5040 server/8712 0.592 0.852'");
            }
        });
        reading.end();
    }
}
