package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Kafka: calls by correlation id; a Produce that wants no acknowledgement is one-way. A Fetch waits until there is
 * something to bring, so it is no call: a response with records is a delivery, one-way; the request and a response
 * without records are set-up, as is what keeps a consumer in its group and tells clients of brokers and offsets.
 *
 * <p>Each record of a Produce or of what a Fetch brings is a message: the first has what stands before it, and is the
 * request of the call; further ones are one-way. Only records that begin in the first {@value Piece#MAX_NEEDED} bytes
 * are told apart.
 *
 * <pre>
 *   request   │ size 4 │ api 2 │ version 2 │ correlation id 4 │ client id: length 2, bytes │ …
 *   response  │ size 4 │ correlation id 4 │ …
 *   Produce   … [tagged fields 1, from version 9] │ transactional id: length 2, from 9 on 1 │ acks 2 │ …
 * </pre>
 *
 * Source: Apache Kafka documentation, "Kafka protocol guide".
 */
final class KafkaFramer extends LengthFramer {

    static final int REQUEST_HEADER = 14;
    static final int API_VERSIONS = 18;
    static final int MAX_SIZE = 1 << 28;

    private static final int RESPONSE_HEADER = 8;
    private static final int MAX_API = 100;
    private static final int MAX_VERSION = 25;
    private static final int FLEXIBLE_PRODUCE = 9;
    private static final int PRODUCE = 0;
    private static final int FETCH = 1;
    private static final int SASL_HANDSHAKE = 17;
    private static final int SASL_AUTHENTICATE = 36;
    private static final int FLEXIBLE_SASL = 2;

    /**
     * ListOffsets, Metadata, OffsetCommit to SyncGroup, SaslHandshake, ApiVersions, InitProducerId, SaslAuthenticate,
     * and the newer groups.
     */
    private static final long SETUP_LOW = 1L << 2 | 1L << 3 | 0x7fL << 8 | 1L << 17 | 1L << 18 | 1L << 22 | 1L << 36;

    private static final int FIRST_NEW_GROUP = 68;
    private static final int LAST_NEW_GROUP = 69;
    private static final int TELEMETRY = 71;
    private static final int LAST_TELEMETRY = 72;

    /** Requests remembered until their response: some clients have five open at most, others as many as they like. */
    private static final int REMEMBERED = 256;

    /** Ids go up by one: what answers a request that is not remembered has one of so many before the latest. */
    private static final int MAX_OPEN = 4096;

    private static final int NOTHING = -1;

    /** Correlation id, kind and version of the latest requests, by the lowest bits of the id. */
    private final int[] asked = new int[REMEMBERED];

    private final int[] askedApi = new int[REMEMBERED];
    private final int[] askedVersion = new int[REMEMBERED];
    /** Whether any request was read; what answers unseen ones is told by where it ends. */
    private boolean requestsSeen;

    /** Correlation id of the latest request. */
    private int latest;

    private final KafkaBody body = new KafkaBody();
    /** Records that follow in each direction. */
    private final Following[] following = {new Following(), new Following()};

    KafkaFramer() {
        super(Protocol.KAFKA);
    }

    @Override
    protected void onReset() {
        Arrays.fill(askedApi, NOTHING);
        requestsSeen = false;
        following[0].clear();
        following[1].clear();
    }

    @Override
    protected int headerLength(int direction) {
        if (following[direction].any()) {
            return 1;
        }
        return asks(direction) ? REQUEST_HEADER : RESPONSE_HEADER;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (following[direction].any()) {
            piece.role = Role.ONE_WAY;
            piece.operation = following[direction].operation;
            return message(direction, following[direction].next());
        }
        int size = bytes.getInt(offset);
        boolean asks = asks(direction);
        if (size < 4 || size > MAX_SIZE || asks && !isRequest(bytes, offset)) {
            return piece.giveUp();
        }
        if (!asks) {
            return response(direction, 4L + size, bytes, offset, length, piece);
        }
        int api = bytes.getShort(offset + 4);
        remember(bytes.getInt(offset + 8), api, bytes.getShort(offset + 6));
        piece.role = api == FETCH ? Role.ONE_WAY : Role.REQUEST;
        piece.key = bytes.getInt(offset + 8);
        piece.flags = api == FETCH || isSetup(api) ? SightingCodec.FLAG_SETUP : 0;
        return api == PRODUCE
                ? produce(direction, 4L + size, bytes, offset, length, piece)
                : message(direction, 4L + size);
    }

    private long produce(int direction, long total, ByteBuffer bytes, int offset, int length, Piece piece) {
        int wanted = (int) Math.min(total, Piece.MAX_NEEDED);
        if (length < wanted) {
            return piece.need(wanted);
        }
        int version = bytes.getShort(offset + 6);
        int acks = acksAt(bytes, offset, wanted, version);
        if (total < acks + 2) {
            return piece.giveUp();
        }
        if (acks + 2 > wanted) {
            return message(direction, total);
        }
        piece.role = bytes.getShort(offset + acks) == 0 ? Role.ONE_WAY : Role.REQUEST;
        body.readProduce(bytes, offset + acks, offset + wanted, version);
        tell("PRODUCE", direction, piece);
        return message(direction, following[direction].cut(body.records(), offset, total));
    }

    /** What the records of a request or response are about. */
    private void tell(String does, int direction, Piece piece) {
        piece.operation = context().wantsOperations() ? body.operation(does) : null;
        following[direction].operation = piece.operation;
    }

    private long response(int direction, long total, ByteBuffer bytes, int offset, int length, Piece piece) {
        int id = bytes.getInt(offset + 4);
        int slot = id & REMEMBERED - 1;
        int api = asked[slot] == id ? askedApi[slot] : NOTHING;
        piece.role = Role.RESPONSE;
        piece.key = id;
        piece.flags = isSetup(api) ? SightingCodec.FLAG_SETUP : 0;
        if (api == SASL_HANDSHAKE || api == SASL_AUTHENTICATE) {
            // behind tagged fields, of which there are none, in a flexible version
            int errorAt = RESPONSE_HEADER + (api == SASL_AUTHENTICATE && askedVersion[slot] >= FLEXIBLE_SASL ? 1 : 0);
            if (total >= errorAt + Short.BYTES) {
                if (length < errorAt + Short.BYTES) {
                    return piece.need(errorAt + Short.BYTES);
                }
                piece.outcome = Outcome.of(Outcome.Kind.KAFKA, bytes.getShort(offset + errorAt));
            }
        }
        if (api == FETCH) {
            int wanted = (int) Math.min(total, Piece.MAX_NEEDED);
            if (length < wanted) {
                return piece.need(wanted);
            }
            boolean records = body.readFetch(bytes, offset + 4, offset + wanted, askedVersion[slot]);
            piece.role = Role.ONE_WAY;
            piece.key = Piece.IN_ORDER;
            piece.flags = records ? 0 : SightingCodec.FLAG_SETUP;
            tell("FETCH", direction, piece);
            return message(direction, following[direction].cut(body.records(), offset, total));
        }
        return message(direction, total);
    }

    private void remember(int id, int api, int version) {
        int slot = id & REMEMBERED - 1;
        requestsSeen = true;
        latest = id;
        asked[slot] = id;
        askedApi[slot] = api;
        askedVersion[slot] = version;
    }

    private static boolean isSetup(int api) {
        return api >= 0 && api < Long.SIZE && (SETUP_LOW >>> api & 1) != 0
                || api >= FIRST_NEW_GROUP && api <= LAST_NEW_GROUP
                || api >= TELEMETRY && api <= LAST_TELEMETRY;
    }

    /**
     * Where the acks of a Produce stand, behind client, tagged fields (of which there are none) and transactional id.
     */
    private static int acksAt(ByteBuffer bytes, int offset, int length, int version) {
        int at = REQUEST_HEADER + Math.max(0, bytes.getShort(offset + 12));
        if (version < 3 || at + 2 > length) {
            return at;
        }
        boolean flexible = version >= FLEXIBLE_PRODUCE;
        int id = flexible ? bytes.get(offset + at + 1) - 1 : bytes.getShort(offset + at);
        return at + 2 + Math.max(0, id);
    }

    /** Whether these bytes, at least {@link #REQUEST_HEADER}, can begin a request. */
    static boolean isRequest(ByteBuffer bytes, int offset) {
        int size = bytes.getInt(offset);
        int api = bytes.getShort(offset + 4);
        int version = bytes.getShort(offset + 6);
        int client = bytes.getShort(offset + 12);
        return api >= 0
                && api <= MAX_API
                && version >= 0
                && version <= MAX_VERSION
                && client >= -1
                && client <= 1024
                && size >= REQUEST_HEADER - 4 + Math.max(0, client)
                && size <= MAX_SIZE;
    }

    /** The lengths of the records that are still to come in a direction. */
    private static final class Following {
        private final long[] lengths = new long[KafkaRecords.MOST];
        private @Nullable String operation;
        private int count;
        private int at;

        void clear() {
            count = 0;
            at = 0;
        }

        boolean any() {
            return at < count;
        }

        long next() {
            return lengths[at++];
        }

        /**
         * Cuts a request or response into its records.
         *
         * @param offset where it begins
         * @param total its length
         * @return the length up to the end of the first record
         */
        long cut(KafkaRecords records, int offset, long total) {
            clear();
            for (int r = 1; r < records.count(); r++) {
                boolean isLast = r + 1 == records.count();
                long end = isLast ? total : (long) records.start(r + 1) - offset;
                lengths[count++] = end - (records.start(r) - offset);
            }
            return count == 0 ? total : (long) records.start(1) - offset;
        }
    }

    @Override
    protected void onLose(int direction) {
        following[direction].clear();
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = asks(direction);
        if (length < (asks ? REQUEST_HEADER : RESPONSE_HEADER)) {
            return MORE;
        }
        long total = 4L + bytes.getInt(offset);
        if (asks) {
            return isRequest(bytes, offset) && hasClient(bytes, offset, length) ? total : NO_FRAME;
        }
        int id = bytes.getInt(offset + 4);
        int slot = id & REMEMBERED - 1;
        boolean known = asked[slot] == id && askedApi[slot] != NOTHING
                || total == length && (requestsSeen ? isBeforeLatest(id) : id >= 0);
        return known && total >= RESPONSE_HEADER && total <= MAX_SIZE ? total : NO_FRAME;
    }

    private boolean isBeforeLatest(int id) {
        return id > 0 && id <= latest && latest - id < MAX_OPEN;
    }

    /** Whether the client of a request has a name in printable characters, as far as it is there. */
    private static boolean hasClient(ByteBuffer bytes, int offset, int length) {
        int client = bytes.getShort(offset + 12);
        int end = Math.min(length, REQUEST_HEADER + client);
        for (int at = REQUEST_HEADER; at < end; at++) {
            if (bytes.get(offset + at) < ' ' || bytes.get(offset + at) == 0x7f) {
                return false;
            }
        }
        return client > 0;
    }

    /** Kafka: a request header with a client id in printable characters. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        // what answers a Produce may look like another
        boolean asks = direction == context.requester() || !context.isRequesterKnown();
        if (!asks || bytes.get(offset) > 0x0f || bytes.get(offset) < 0) {
            return Verdict.NO;
        }
        if (length < REQUEST_HEADER) {
            return Verdict.MORE;
        }
        if (!isRequest(bytes, offset)) {
            return Verdict.NO;
        }
        int client = bytes.getShort(offset + 12);
        if (client <= 0) {
            boolean first = bytes.getShort(offset + 4) == API_VERSIONS && context.fromStart();
            return first ? Verdict.YES : Verdict.NO;
        }
        int shown = Math.min(REQUEST_HEADER + client, FramerChooser.LOOKS_AT);
        for (int i = REQUEST_HEADER; i < Math.min(shown, length); i++) {
            int b = bytes.get(offset + i);
            if (b <= ' ' || b >= 0x7f) {
                return Verdict.NO;
            }
        }
        if (length < shown) {
            return Verdict.MORE;
        }
        context.learnRequester(direction);
        return Verdict.YES;
    }
}
