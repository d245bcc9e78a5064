package io.wirepath.report.lines;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Messages as a table for people, in the order in which they were completed; times are UTC. */
public final class TableLines implements MessageLines {

    private static final String FORMAT = "%-15s %-21s → %-21s %-8s %-10s %9s %6s %s\n";

    /** Of a terminal on which that does not fit: no numbers of calls, and remarks stand below. */
    private static final String NARROW = "%-12s %-19s → %-19s %-14s %7s\n";

    private static final int ROOM_FOR_ALL = 106;
    private static final int MILLIS_END = 12;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);
    private static final int HEAD_EVERY = 50;
    private static final long NANOS = 1_000_000_000L;

    private final OutputStream to;
    private final int columns;
    private final LineNames names;
    private long lines;

    /**
     * Prints to this stream.
     *
     * @param columns of the terminal, on which the heading is repeated now and then; 0 where it is none
     * @param names stand in place of addresses
     */
    public TableLines(OutputStream to, int columns, LineNames names) {
        this.names = names;
        this.to = to;
        this.columns = columns;
    }

    @Override
    public void print(MessageRecord message) throws IOException {
        boolean isNarrow = columns > 0 && columns < ROOM_FOR_ALL;
        if (lines == 0 || columns > 0 && lines % HEAD_EVERY == 0) {
            write(
                    isNarrow
                            ? String.format(NARROW, "SENT", "SOURCE", "DESTINATION", "MESSAGE", "BYTES")
                            : String.format(
                                    FORMAT,
                                    "SENT",
                                    "SOURCE",
                                    "DESTINATION",
                                    "ROLE",
                                    "PROTOCOL",
                                    "BYTES",
                                    "CALL",
                                    "REMARKS"));
        }
        lines++;
        if (isNarrow) {
            printNarrow(message);
            return;
        }
        write(String.format(
                Locale.ROOT,
                FORMAT,
                time(message.sentNanos()),
                names.endpoint(message.sourceHigh(), message.sourceLow(), message.sourcePort()),
                names.endpoint(message.destinationHigh(), message.destinationLow(), message.destinationPort()),
                message.role().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                protocol(message),
                message.lengthBytes(),
                message.callId() == SightingCodec.NO_CALL_ID ? "" : message.callId(),
                remarks(message)));
    }

    private void printNarrow(MessageRecord message) throws IOException {
        String role = switch (message.role()) {
            case REQUEST -> " ask";
            case RESPONSE -> " ans";
            default -> "";
        };
        String sent = time(message.sentNanos());
        write(String.format(
                Locale.ROOT,
                NARROW,
                sent.substring(0, Math.min(MILLIS_END, sent.length())),
                names.endpoint(message.sourceHigh(), message.sourceLow(), message.sourcePort()),
                names.endpoint(message.destinationHigh(), message.destinationLow(), message.destinationPort()),
                protocol(message) + role,
                message.lengthBytes()));
        String remarks = remarks(message);
        if (!remarks.isEmpty()) {
            write(" ".repeat(MILLIS_END) + " " + remarks + "\n");
        }
    }

    private static String protocol(MessageRecord message) {
        return message.protocol() == Protocol.UNKNOWN
                ? message.transport() == IpProtocol.TCP ? "tcp" : "udp"
                : message.protocol().name().toLowerCase(Locale.ROOT);
    }

    private static String time(long nanos) {
        return nanos == MessageCodec.NIL
                ? "?"
                : TIME.format(Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS)));
    }

    private static String remarks(MessageRecord message) {
        StringBuilder text = new StringBuilder();
        if (message.missingBytes() > 0) {
            text.append(message.missingBytes()).append(" missing ");
        }
        if (message.retransmittedBytes() > 0) {
            text.append(message.retransmittedBytes()).append(" retransmitted ");
        }
        if (Outcome.verdict(message.outcome()).compareTo(Outcome.Verdict.OK) > 0 || Outcome.isEnd(message.outcome())) {
            text.append(Outcome.text(message.outcome())).append(' ');
        }
        if ((message.flags() & SightingCodec.FLAG_MIDSTREAM) != 0) {
            text.append("midstream ");
        }
        if ((message.flags() & SightingCodec.FLAG_RST) != 0) {
            text.append("reset ");
        }
        return text.toString().stripTrailing();
    }

    private void write(String line) throws IOException {
        to.write(line.stripTrailing().concat("\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        to.flush();
    }
}
