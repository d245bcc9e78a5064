package io.wirepath.causes;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds small message tables by hand: nodes are letters, times milliseconds, the record is the number of the call. */
public final class CallTrace {

    private static final long USUAL_BYTES = 200;

    private static final long MILLI = 1_000_000;
    private static final int HTTP = 80;

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final Map<String, Integer> connections = new HashMap<>();
    private final List<ConnectionAttempt> attempts = new ArrayList<>();
    private int calls;
    private int content;
    private int nextPort = HTTP;
    private int firstWord;
    private String operation = "";
    private long onItsWay;
    private int sniffer = MessageTable.NONE;
    private int flags;
    private long answerWaitsMillis;
    private long answerBytes = USUAL_BYTES;

    /** Of the request of the next call the capture holds nothing. */
    public CallTrace unseen() {
        flags = SightingCodec.FLAG_UNSEEN;
        return this;
    }

    /** The request of the next call is seen by a sniffer at either end, and takes so long between them. */
    public CallTrace takesOnItsWay(double millis) {
        onItsWay = Math.round(millis * MILLI);
        return this;
    }

    /** Both messages of calls from here on are seen by this sniffer first; told from the first one on, or of none. */
    public CallTrace seenBy(int number) {
        sniffer = number;
        return this;
    }

    /** The answer of the next call is lost behind the sniffer, and sent again so much later. */
    public CallTrace answerWaits(long millis) {
        answerWaitsMillis = millis;
        return this;
    }

    /** The request of the next call says this; two that say the same have one number, which is not 0. */
    public CallTrace says(int number) {
        content = number + 1;
        return this;
    }

    /** The response of the next call is so long. */
    public CallTrace answers(long bytes) {
        answerBytes = bytes;
        return this;
    }

    /** The next call asks for this. */
    public CallTrace asksFor(String what) {
        operation = what;
        return this;
    }

    /** The next call goes to this port, and its request begins with this word. */
    public CallTrace asks(int port, int word) {
        nextPort = port;
        firstWord = word;
        return this;
    }

    private void seen() {
        if (sniffer != MessageTable.NONE) {
            builder.sniffer(sniffer);
        }
    }

    /** Adds a call that nobody answers at another time than its caller sees; returns its number. */
    public int call(String caller, String callee, double sentMillis, double answeredMillis) {
        return call(caller, callee, sentMillis, answeredMillis, Outcome.UNKNOWN);
    }

    /** Adds a call whose response says how it ended. */
    public int call(String caller, String callee, double sentMillis, double answeredMillis, int outcome) {
        return call(caller, callee, sentMillis, answeredMillis, outcome, 0, 0);
    }

    /**
     * Adds a call whose request waited for a segment that was sent again, and for its connection, so many milliseconds.
     */
    public int call(
            String caller,
            String callee,
            double sentMillis,
            double answeredMillis,
            int outcome,
            int resentMillis,
            int setUpMillis) {
        int from = nodes.add(caller, caller, true);
        int to = nodes.add(callee, callee, true);
        int connection = connections.computeIfAbsent(caller + calls % 20 + callee, c -> connections.size());
        long sent = Math.round(sentMillis * MILLI);
        long answered = Math.round(answeredMillis * MILLI);
        int port = 40_000 + connection;
        int seen = flags | (onItsWay > 0 ? MessageTable.FLAG_TWO_SNIFFERS : 0);
        long received = sent + onItsWay;
        builder.add(sent, received, from, port, to, nextPort, connection, 6, Role.REQUEST, 0, calls, 100, seen, calls);
        onItsWay = 0;
        flags = 0;
        seen();
        builder.tcp(resentMillis > 0 ? 1 : 0, 1000L * resentMillis, 0, 1000L * setUpMillis);
        builder.signature(0, content);
        builder.typeWord(0, firstWord);
        content = 0;
        firstWord = 0;
        if (!operation.isEmpty()) {
            builder.operation(operation);
            operation = "";
        }
        builder.add(
                answered,
                answered,
                to,
                nextPort,
                from,
                port,
                connection,
                6,
                Role.RESPONSE,
                0,
                calls,
                answerBytes,
                0,
                calls);
        seen();
        answerBytes = USUAL_BYTES;
        builder.outcome(outcome);
        builder.tcp(answerWaitsMillis > 0 ? 1 : 0, 1000L * answerWaitsMillis, 0, 0);
        answerWaitsMillis = 0;
        nextPort = HTTP;
        return calls++;
    }

    /** Adds the log-in of a connection of its own. */
    public void logIn(String client, String server, double sentMillis, int outcome) {
        int from = nodes.add(client, client, true);
        int to = nodes.add(server, server, true);
        int connection = connections.computeIfAbsent("log-in " + calls, c -> connections.size());
        int port = 40_000 + connection;
        int setUp = SightingCodec.FLAG_SETUP;
        long sent = Math.round(sentMillis * MILLI);
        long done = sent + MILLI;
        builder.add(sent, sent, from, port, to, HTTP, connection, 6, Role.REQUEST, 0, calls, 35, setUp, calls);
        builder.add(done, done, to, HTTP, from, port, connection, 6, Role.RESPONSE, 0, calls, 24, setUp, calls);
        builder.outcome(outcome);
        calls++;
    }

    /** Adds a message that wants no answer; returns its number. */
    public int oneWay(String sender, String receiver, double sentMillis) {
        int from = nodes.add(sender, sender, true);
        int to = nodes.add(receiver, receiver, true);
        int connection = connections.computeIfAbsent(sender + receiver, c -> connections.size());
        long sent = Math.round(sentMillis * MILLI);
        builder.add(sent, sent, from, 9, to, 9, connection, 17, Role.ONE_WAY, 0, Long.MIN_VALUE, 50, 0, calls);
        return calls++;
    }

    /** Adds a message that its receiver acknowledges; returns its number. */
    public int delivery(String sender, String receiver, double sentMillis, double acknowledgedMillis) {
        int from = nodes.add(sender, sender, true);
        int to = nodes.add(receiver, receiver, true);
        int connection = connections.computeIfAbsent(sender + receiver, c -> connections.size());
        long sent = Math.round(sentMillis * MILLI);
        builder.add(sent, sent, from, 9, to, 40_000, connection, 6, Role.ONE_WAY, 0, calls, 50, 0, calls);
        if (!Double.isNaN(acknowledgedMillis)) {
            long acknowledged = Math.round(acknowledgedMillis * MILLI);
            int setUp = SightingCodec.FLAG_SETUP;
            builder.add(
                    acknowledged,
                    acknowledged,
                    to,
                    40_000,
                    from,
                    9,
                    connection,
                    6,
                    Role.ONE_WAY,
                    0,
                    calls,
                    21,
                    setUp,
                    -1);
        }
        return calls++;
    }

    /** Adds an attempt to connect that was refused; who has no messages by now is a stranger. */
    public void attempt(String from, String to, int port, double millis) {
        attempts.add(
                new ConnectionAttempt(Math.round(millis * MILLI), nodes.find(from), nodes.find(to), to, port, 0, true));
    }

    /** Long polls are looked for, by this. */
    public CallTrace knowing(LongPolls polls) {
        builder.longPolls(polls);
        return this;
    }

    /** The table; this builder is spent. */
    public MessageTable build() {
        attempts.sort(Comparator.comparingLong(ConnectionAttempt::nanos));
        builder.attempts(attempts);
        return builder.build();
    }

    /** Row of the request of this call. */
    public static int request(MessageTable messages, int call) {
        for (int row = 0; row < messages.size(); row++) {
            if (messages.record(row) == call && messages.role(row) != Role.RESPONSE) {
                return row;
            }
        }
        throw new IllegalArgumentException("no call " + call);
    }

    /** Number of the call that these links name as the owner of this call, or -1. */
    public static int owner(MessageTable messages, LinkTable links, int call) {
        int parent = links.likelyParent(request(messages, call));
        while (parent != MessageTable.NONE && messages.role(parent) == Role.RESPONSE) {
            int request = messages.partner(parent);
            if (messages.source(request) != messages.source(request(messages, call))) {
                break;
            }
            parent = links.likelyParent(request);
        }
        return parent == MessageTable.NONE ? -1 : (int) messages.record(parent);
    }
}
