package io.wirepath.imports;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SplitMix64;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Makes a message of the fields of a table's row, whose names may differ. Not thread-safe. */
final class MessageRows {

    /** How tables write a time that nobody knows; {@code nil} is WAP5's word. */
    private static final Set<String> NONE = Set.of("nil", "null", "none", "-");

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000L;

    /** Lengths where a table says none: requests and responses are told apart, and no more. */
    private static final long USUAL_BYTES = 100;

    /** The ends of the message. */
    private record Pair(ImportedEnd asks, ImportedEnd asked) {}

    private final ImportedRows rows;
    private final Map<Pair, Long> conversations = new HashMap<>();
    private final Map<String, Long> connections = new HashMap<>();
    private final Map<String, Long> calls = new HashMap<>();

    MessageRows(ImportedRows rows) {
        this.rows = rows;
    }

    /** Adds the message of a row. */
    void add(Map<String, String> fields) {
        ImportedEnd source = end(fields, "src", "source", "from");
        ImportedEnd destination = end(fields, "dst", "destination", "to");
        String given = fields.get("connection");
        String sniffer = fields.getOrDefault("sniffer", "");
        Role role = role(fields.getOrDefault("role", ""));
        boolean answers = role == Role.RESPONSE;
        ImportedEnd asks = (answers ? destination : source).called("-");
        ImportedEnd asked = (answers ? source : destination).called("-");
        long connection = given == null
                ? conversations.computeIfAbsent(new Pair(asks, asked), ends -> numbered())
                : connections.computeIfAbsent(sniffer + ' ' + given, name -> numbered());
        // who asks uses a port of its own; without one it would look like a server
        int port = asks.port() == 0 ? ImportedEnd.portOf(connection) : asks.port();
        long sent = time(fields, "sent");
        long received = time(fields, "received");
        boolean isNeither = sent == ImportedMessage.UNKNOWN && received == ImportedMessage.UNKNOWN;
        // a row with one time for both ends is of a sniffer, which saw them at once
        long moment = isNeither ? time(fields, "timestamp") : ImportedMessage.UNKNOWN;
        rows.add(new ImportedMessage(
                isNeither ? moment : sent,
                isNeither ? moment : received,
                answers ? source : source.at(port),
                answers ? destination.at(port) : destination,
                connection,
                transport(fields.getOrDefault("transport", "tcp")),
                role,
                call(fields, connection),
                digest(fields.getOrDefault("call", "")),
                protocol(fields.getOrDefault("protocol", "unknown")),
                bytes(fields),
                flags(fields.getOrDefault("flags", ""))
                        | (isNeither || !sniffer.isEmpty() ? 0 : SightingCodec.FLAG_BOTH_ENDS),
                0,
                null,
                new ImportedMessage.Wire(source, destination)));
    }

    private long numbered() {
        return conversations.size() + connections.size() + 1L;
    }

    /** An endpoint, and beside it perhaps a name. */
    private static ImportedEnd end(Map<String, String> fields, String address, String name, String other) {
        String text = fields.get(address);
        String second = fields.getOrDefault(name, fields.get(other));
        if (text != null) {
            ImportedEnd end = ImportedEnd.parse(text);
            return second == null ? end : end.called(second);
        }
        if (second == null) {
            throw new IllegalArgumentException("there is no field " + other + ", " + name + " or " + address);
        }
        return ImportedEnd.parse(second);
    }

    /**
     * The time of a row that has this name, with its unit behind it or without; unknown where it tells none.
     *
     * @throws IllegalArgumentException if it is no time
     */
    static long time(Map<String, String> fields, String name) {
        String plain = fields.get(name);
        if (plain != null) {
            return isNone(plain) ? ImportedMessage.UNKNOWN : TraceTimes.parse(plain);
        }
        Map<String, Long> units = Map.of("_ns", 1L, "_us", MICRO, "_ms", MILLI, "_s", SECOND);
        return units.entrySet().stream()
                .filter(unit -> !isNone(fields.getOrDefault(name + unit.getKey(), "nil")))
                .findFirst()
                .map(unit -> TraceTimes.in(fields.getOrDefault(name + unit.getKey(), ""), unit.getValue()))
                .orElse(ImportedMessage.UNKNOWN);
    }

    /** Whether a table says in place of a time that nobody knows it. */
    static boolean isNone(String text) {
        return NONE.contains(text.toLowerCase(Locale.ROOT));
    }

    /** A table without roles has messages alone: nobody answers them. */
    private static Role role(String text) {
        return switch (text.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "request", "call" -> Role.REQUEST;
            case "response", "return", "reply" -> Role.RESPONSE;
            case "", "one-way", "oneway", "unknown" -> Role.ONE_WAY;
            default ->
                throw new IllegalArgumentException("the role '" + text + "' is none of request, response, one-way");
        };
    }

    private static int transport(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "tcp", "6" -> IpProtocol.TCP;
            case "udp", "17" -> IpProtocol.UDP;
            default -> throw new IllegalArgumentException("the transport '" + text + "' is neither tcp nor udp");
        };
    }

    private static Protocol protocol(String text) {
        String wanted = text.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(Protocol.values())
                .filter(protocol -> protocol.name().equals(wanted))
                .findFirst()
                .orElse(Protocol.UNKNOWN);
    }

    private long call(Map<String, String> fields, long connection) {
        String call = fields.get("call");
        if (call == null) {
            return fields.containsKey("digest") ? ImportedMessage.UNKNOWN : ImportedMessage.IN_ORDER;
        }
        return calls.computeIfAbsent(connection + " " + call, name -> (long) calls.size());
    }

    private static long digest(String call) {
        long digest = 0;
        for (int i = 0; i < call.length(); i++) {
            digest = SplitMix64.mix(digest + call.charAt(i) + SplitMix64.STEP);
        }
        return digest;
    }

    private static long bytes(Map<String, String> fields) {
        String text = fields.getOrDefault("bytes", fields.getOrDefault("size", fields.get("length")));
        try {
            return text == null ? USUAL_BYTES : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number of bytes", e);
        }
    }

    private static int flags(String text) {
        int flags = 0;
        for (int bit = 0; bit < SightingCodec.FLAG_NAMES.size(); bit++) {
            flags |= text.contains('"' + SightingCodec.FLAG_NAMES.get(bit) + '"') ? 1 << bit : 0;
        }
        return flags & ~(SightingCodec.FLAG_GAP | SightingCodec.FLAG_CUT);
    }
}
