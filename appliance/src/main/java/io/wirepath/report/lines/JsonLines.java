package io.wirepath.report.lines;

import static io.wirepath.report.lines.LineBuffer.bytes;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.operation.OperationTemplates;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Messages as JSON lines. Fields that would say nothing (no call, nothing missing, no flag) are left out.
 *
 * <pre>
 *  {"sniffer":0,"connection":17,"source":"10.2.0.11:40112","destination":"10.3.0.11:8080","transport":"tcp",
 *   "role":"request","protocol":"http1","sent":1795244718000001000,"received":1795244718000001000,"bytes":181,
 *   "call":3,"hops":1,"digest":"0f3a…","missing":12,"retransmitted":12,"copies":1,"virtual":"10.1.0.100:80",
 *   "resent":1,"waited":203112000,"outcome":"http 200","flags":["midstream","gap"],"operation":"GET /cart",
 *   "outer":[{"kind":"vxlan","id":7,"source":"192.0.2.1","destination":"192.0.2.2"}]}
 * </pre>
 */
public final class JsonLines implements MessageLines {

    private static final byte[] SNIFFER = bytes("{\"sniffer\":");
    private static final byte[] CONNECTION = bytes(",\"connection\":");
    private static final byte[] SOURCE = bytes(",\"source\":\"");
    private static final byte[] DESTINATION = bytes("\",\"destination\":\"");
    private static final byte[] TCP = bytes("\",\"transport\":\"tcp\",\"role\":\"");
    private static final byte[] UDP = bytes("\",\"transport\":\"udp\",\"role\":\"");
    private static final byte[] PROTOCOL = bytes("\",\"protocol\":\"");
    private static final byte[] SENT = bytes("\",\"sent\":");
    private static final byte[] RECEIVED = bytes(",\"received\":");
    private static final byte[] BYTES = bytes(",\"bytes\":");
    private static final byte[] CALL = bytes(",\"call\":");
    private static final byte[] HOPS = bytes(",\"hops\":");
    private static final byte[] DIGEST = bytes(",\"digest\":\"");
    private static final byte[] MISSING = bytes(",\"missing\":");
    private static final byte[] RETRANSMITTED = bytes(",\"retransmitted\":");
    private static final byte[] COPIES = bytes(",\"copies\":");
    private static final byte[] VIRTUAL = bytes(",\"virtual\":\"");
    private static final byte[] RESENT = bytes(",\"resent\":");
    private static final byte[] WAITED = bytes(",\"waited\":");
    private static final byte[] LATE_RESENT = bytes(",\"lateResent\":");
    private static final byte[] LATE_WAITED = bytes(",\"lateWaited\":");
    private static final byte[] STREAMED = bytes(",\"streamed\":");
    private static final byte[] ZERO_WINDOW = bytes(",\"zeroWindow\":");
    private static final byte[] ACKNOWLEDGMENT_WAIT = bytes(",\"acknowledgmentWait\":");
    private static final byte[] WAY = bytes(",\"way\":");
    private static final byte[] SET_UP = bytes(",\"setUp\":");
    private static final byte[] SYN_RETRIES = bytes(",\"synRetries\":");
    private static final byte[] OUTCOME = bytes(",\"outcome\":\"");
    private static final byte[] OPERATION = bytes(",\"operation\":\"");
    private static final byte[] SOURCE_NAME = bytes(",\"sourceName\":\"");
    private static final byte[] DESTINATION_NAME = bytes(",\"destinationName\":\"");
    private static final byte[] OUTER = bytes(",\"outer\":");
    private static final byte[] NULL = bytes("null");
    private static final byte[] FLAGS_START = bytes(",\"flags\":[");
    private static final byte[][] FLAGS = SightingCodec.FLAG_NAMES.stream()
            .map(name -> bytes('"' + name + '"'))
            .toArray(byte[][]::new);
    private static final byte[][] ROLES = lowerCase(Role.values());
    private static final byte[][] PROTOCOLS = lowerCase(Protocol.values());

    /** Connection ids carry the sniffer above this bit; a line names the sniffer by itself. */
    private static final long CONNECTION_MASK = (1L << 48) - 1;

    private static final long NANOS_PER_MICRO = 1000;
    private static final int UNKNOWN_HOPS = 255;

    /** By code, which has 16 bits: each text is made once. */
    private final byte[] @Nullable [] outcomes = new byte[1 << Character.SIZE][];

    private final LineBuffer line;
    /** What the next message asks for or says. */
    private @Nullable String operation;

    private final MessageAttributes attributes = new MessageAttributes();

    private final LineNames names;

    /** Prints to this stream, in large pieces. */
    public JsonLines(OutputStream to) {
        this(to, LineNames.NONE);
    }

    /** The same with these names. */
    public JsonLines(OutputStream to, LineNames names) {
        this.names = names;
        line = new LineBuffer(to);
    }

    @Override
    public void print(MessageRecord message) throws IOException {
        LineBuffer to = line;
        to.put(SNIFFER).put(message.senderSniffer());
        to.put(CONNECTION).put(message.connection() & CONNECTION_MASK);
        to.put(SOURCE).putEndpoint(message.sourceHigh(), message.sourceLow(), message.sourcePort());
        to.put(DESTINATION).putEndpoint(message.destinationHigh(), message.destinationLow(), message.destinationPort());
        to.put(message.transport() == IpProtocol.TCP ? TCP : UDP)
                .put(ROLES[message.role().ordinal()]);
        to.put(PROTOCOL).put(PROTOCOLS[message.protocol().ordinal()]);
        putTime(SENT, message.sentNanos());
        putTime(RECEIVED, message.receivedNanos());
        to.put(BYTES).put(message.lengthBytes());
        if (message.callId() != SightingCodec.NO_CALL_ID) {
            to.put(CALL).put(message.callId());
        }
        if (message.hops() != UNKNOWN_HOPS) {
            to.put(HOPS).put(message.hops());
        }
        to.put(DIGEST).putHex(message.digest()).put('"');
        putAnomalies(message);
        if (operation != null) {
            to.put(OPERATION).put(bytes(quoted(operation))).put('"');
            operation = null;
        }
        putName(SOURCE_NAME, names.of(message.sourceHigh(), message.sourceLow()));
        putName(DESTINATION_NAME, names.of(message.destinationHigh(), message.destinationLow()));
        byte[] outer = attributes.outer(message);
        if (outer != null) {
            to.put(OUTER).put(outer);
        }
        to.put('}').endLine();
    }

    private void putName(byte[] field, @Nullable String name) throws IOException {
        if (name != null) {
            line.put(field).put(bytes(quoted(name))).put('"');
        }
    }

    @Override
    public void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        attributes.onOuterLayers(connection, sourceHigh, sourceLow, sourcePort, layers);
    }

    @Override
    public void onConnectionEnd(long connection) {
        attributes.onConnectionEnd(connection);
    }

    private static String quoted(String text) {
        return String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    @Override
    public void onOperation(MessageRecord message, String text) {
        operation = OperationTemplates.shapeOf(text);
    }

    private void putTime(byte[] field, long nanos) {
        line.put(field);
        if (nanos == MessageCodec.NIL) {
            line.put(NULL);
        } else {
            line.putNanos(nanos);
        }
    }

    private void putAnomalies(MessageRecord message) {
        putUnlessZero(MISSING, message.missingBytes());
        putUnlessZero(RETRANSMITTED, message.retransmittedBytes());
        putUnlessZero(COPIES, message.mirrorCopies());
        putFate(message);
        long high = message.virtualDestinationHigh();
        long low = message.virtualDestinationLow();
        if ((high | low) != 0) {
            line.put(VIRTUAL)
                    .putEndpoint(high, low, message.virtualDestinationPort())
                    .put('"');
        }
        if (message.outcome() != Outcome.UNKNOWN) {
            line.put(OUTCOME).put(outcome(message.outcome())).put('"');
        }
        int flags = message.flags();
        if (flags != 0) {
            putFlags(flags);
        }
    }

    private byte[] outcome(int code) {
        byte[] text = outcomes[code];
        if (text == null) {
            text = bytes(Outcome.text(code));
            outcomes[code] = text;
        }
        return text;
    }

    private void putFate(MessageRecord message) {
        putUnlessZero(RESENT, message.resentSegments());
        putUnlessZero(WAITED, message.resentWaitMicros() * NANOS_PER_MICRO);
        putUnlessZero(LATE_RESENT, message.lateResentSegments());
        putUnlessZero(LATE_WAITED, message.lateResentWaitMicros() * NANOS_PER_MICRO);
        putUnlessZero(STREAMED, message.streamedMicros() * NANOS_PER_MICRO);
        putUnlessZero(ZERO_WINDOW, message.zeroWindowMicros() * NANOS_PER_MICRO);
        putUnlessZero(ACKNOWLEDGMENT_WAIT, message.acknowledgmentWaitMicros() * NANOS_PER_MICRO);
        putUnlessZero(WAY, message.wayMicros() * NANOS_PER_MICRO);
        putUnlessZero(SET_UP, message.setUpMicros() * NANOS_PER_MICRO);
        putUnlessZero(SYN_RETRIES, message.synRetries());
    }

    private void putUnlessZero(byte[] field, long value) {
        if (value != 0) {
            line.put(field).put(value);
        }
    }

    private void putFlags(int flags) {
        line.put(FLAGS_START);
        boolean first = true;
        for (int bit = 0; bit < FLAGS.length; bit++) {
            if ((flags & 1 << bit) != 0) {
                if (!first) {
                    line.put(',');
                }
                first = false;
                line.put(FLAGS[bit]);
            }
        }
        line.put(']');
    }

    @Override
    public void flush() throws IOException {
        line.flush();
    }

    private static byte[][] lowerCase(Enum<?>[] constants) {
        byte[][] texts = new byte[constants.length][];
        for (int i = 0; i < constants.length; i++) {
            texts[i] = bytes(constants[i].name().toLowerCase(Locale.ROOT));
        }
        return texts;
    }
}
