package io.wirepath.flows.message;

import io.wirepath.flows.Connection;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.BulkHeader;
import io.wirepath.flows.message.framer.Piece;
import io.wirepath.flows.message.framer.QuicHeader;
import io.wirepath.flows.message.framer.TlsHello;
import io.wirepath.flows.tls.QuicInitial;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams of which many make one message: those of QUIC, and those of bulk, which is no call.
 *
 * <p>In QUIC what sets a connection up, and what is too small to be more than an acknowledgement, is set-up. The rest
 * is cut by turns: what the client sends until the server sends something of size is a request, and what follows its
 * answer. Streams that overlap are one exchange. The hello of the client tells the server's name, and whether HTTP/3 is
 * spoken. Not thread-safe.
 */
final class DatagramRuns {

    /** A run that goes on is cut after so long, so that it is told. */
    private static final long MAX_RUN_NANOS = 1_000_000_000L;

    /** What a short header, its number and the tag take besides the connection ID, and an acknowledgement with them. */
    private static final int MAX_CONTROL = 1 + 2 + 16 + 24;

    /** So often the number of a datagram has to be the next one, before a stream is taken for RTP. */
    private static final int MIN_RTP_STEPS = 2;

    private static final int MAX_RTP_STEP = 16;
    private static final int USUAL_ID = 8;

    /** Over UDP, HTTP/3 and what else QUIC carries there (IANA). */
    private static final int HTTPS = 443;

    private static final int SET_UP_SLOT = 0;
    private static final int DATA_SLOT = 1;

    private final MessageEmitter emitter;
    private final TlsHello hello = new TlsHello();

    DatagramRuns(MessageEmitter emitter) {
        this.emitter = emitter;
    }

    /** What the conversation or this datagram says it is, if it is one of these; else UNKNOWN. */
    Protocol recognise(Conversation conversation, int direction, ByteBuffer bytes, int at, int length, int cut) {
        Run run = conversation.run;
        if (run.protocol == Protocol.QUIC
                || QuicHeader.isVersioned(bytes, at, length)
                || run.protocol == Protocol.UNKNOWN && goesOn(conversation, bytes, at, length)) {
            return Protocol.QUIC;
        }
        int source = conversation.connection().sourcePort;
        Protocol bulk = BulkHeader.of(bytes, at, length, cut, source, conversation.connection().destinationPort);
        if (bulk != Protocol.UNKNOWN) {
            return bulk;
        }
        return run.continuesRtp(direction, bytes, at, length) ? Protocol.RTP : Protocol.UNKNOWN;
    }

    /** Whether this may be of a connection of QUIC that began elsewhere: before the capture, or at another address. */
    private static boolean goesOn(Conversation conversation, ByteBuffer bytes, int at, int length) {
        if (!QuicHeader.isShort(bytes, at, length) || conversation.isOfPeers()) {
            return false;
        }
        Connection c = conversation.connection();
        int server = conversation.requester() == 0 ? c.destinationPort : c.sourcePort;
        return server == HTTPS || conversation.isExpected(Protocol.QUIC);
    }

    /** Takes a datagram of this protocol. */
    void take(Conversation conversation, int direction, StreamBytes datagram, int cut, Protocol protocol) {
        conversation.run.protocol = protocol;
        Side side = conversation.side(direction);
        SegmentContext segment = datagram.segment;
        int slot = DATA_SLOT;
        if (protocol == Protocol.QUIC) {
            slot = quicSlot(conversation, direction, datagram, cut);
        }
        boolean turns = protocol == Protocol.QUIC && slot == DATA_SLOT;
        Protocol spoken = turns && conversation.run.offersHttp3 ? Protocol.HTTP3 : protocol;
        Side other = conversation.side(1 - direction);
        if (turns && other.openCount > 0 && other.find(DATA_SLOT) != null) {
            emitter.close(conversation, other, 0);
        }
        MessageDraft draft = side.openCount > 0 ? side.find(slot) : null;
        long begun = draft == null ? 0 : segment.timeNanos - draft.firstNanos;
        if (draft != null && !turns && (begun > MAX_RUN_NANOS || draft.protocol != spoken)) {
            emitter.close(conversation, side, 0);
            draft = null;
        }
        if (draft == null) {
            draft = emitter.open(side, slot, side.streamLength, segment.timeNanos);
            draft.protocol = spoken;
            draft.flags |= slot == SET_UP_SLOT ? SightingCodec.FLAG_SETUP : 0;
            Role asks = direction == conversation.requester() ? Role.REQUEST : Role.RESPONSE;
            emitter.assign(conversation, draft, direction, turns ? asks : Role.ONE_WAY, Piece.IN_ORDER);
        }
        int length = datagram.length;
        draft.add(datagram, length, segment.timeNanos, segment.frameNumber);
        if (cut > 0) {
            draft.addMissing(cut, segment, segment.timeNanos);
        }
        conversation.onSpoken(side);
        side.streamLength += length + cut;
    }

    /** Where a packet of QUIC goes: with what sets the connection up, or with what is said. */
    private int quicSlot(Conversation conversation, int direction, StreamBytes datagram, int cut) {
        ByteBuffer bytes = datagram.buffer;
        int at = datagram.offset;
        int length = datagram.length;
        Run run = conversation.run;
        if (QuicHeader.isVersioned(bytes, at, length)) {
            run.idLength[1 - direction] = QuicHeader.sourceIdLength(bytes, at);
            if (QuicHeader.isInitial(bytes, at)) {
                readInitial(conversation, direction, bytes, at, length);
            }
            return QuicHeader.isSetUp(bytes, at) ? SET_UP_SLOT : DATA_SLOT;
        }
        return length + cut <= MAX_CONTROL + run.idLength[direction] ? SET_UP_SLOT : DATA_SLOT;
    }

    private void readInitial(Conversation conversation, int direction, ByteBuffer bytes, int at, int length) {
        Run run = conversation.run;
        QuicInitial initial = run.initial;
        if (initial == null && !run.initialSeen) {
            run.initialSeen = true;
            run.initialDirection = direction;
            initial = new QuicInitial();
            run.initial = initial;
        }
        if (initial == null || direction != run.initialDirection) {
            return;
        }
        if (initial.take(bytes, at, length)) {
            ByteBuffer client = initial.hello();
            conversation.learnRequester(direction);
            hello.readClient(client, 0, client.limit(), 1 - direction, conversation);
            run.offersHttp3 = hello.offersHttp3(client, 0, client.limit());
        }
        run.initial = initial.isOver() ? null : initial;
    }

    /** What is remembered of a conversation of this kind. */
    static final class Run {
        private Protocol protocol = Protocol.UNKNOWN;
        private final int[] idLength = {USUAL_ID, USUAL_ID};
        private @Nullable QuicInitial initial;
        private boolean initialSeen;
        private boolean offersHttp3;
        private int initialDirection;
        private final long[] rtpStream = new long[2];
        private final int[] rtpNumber = new int[2];
        private final int[] rtpSteps = new int[2];

        void reset() {
            protocol = Protocol.UNKNOWN;
            initial = null;
            initialSeen = false;
            offersHttp3 = false;
            for (int direction = 0; direction < 2; direction++) {
                idLength[direction] = USUAL_ID;
                rtpStream[direction] = 0;
                rtpSteps[direction] = 0;
            }
        }

        /** Whether a datagram is the next of a stream of RTP that was seen before, or not far behind. */
        private boolean continuesRtp(int direction, ByteBuffer bytes, int at, int length) {
            long stream = BulkHeader.rtpStream(bytes, at, length);
            boolean same = stream != 0 && stream == rtpStream[direction];
            int number = stream == 0 ? 0 : BulkHeader.rtpNumber(bytes, at);
            int step = (short) (number - rtpNumber[direction]);
            rtpStream[direction] = stream;
            rtpNumber[direction] = number;
            rtpSteps[direction] = same && step == 1 ? rtpSteps[direction] + 1 : 0;
            boolean known = protocol == Protocol.RTP && same && step > 0 && step < MAX_RTP_STEP;
            return known || rtpSteps[direction] >= MIN_RTP_STEPS;
        }
    }
}
