package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * TLS 1.0 to 1.3: the handshake is told apart, application data is cut by turns at record boundaries.
 *
 * <pre>
 *   record │ type 1 │ version 2 │ length 2 │ …      20 change cipher spec, 21 alert, 22 handshake, 23 application data
 * </pre>
 *
 * In TLS 1.3 the encrypted part of the handshake looks like application data: all that the server sends so before the
 * client's first such record, and that record (its Finished), are set-up; so is what the server sends before the client has
 * asked anything (session tickets), and an alert, a record of 19 bytes. Where the client offered HTTP/2, records with the
 * size of its WINDOW_UPDATE, PING and SETTINGS acknowledgment are set-up too, and end nothing by turn. Sources: RFC 8446
 * §5, §4; RFC 6066 §3; RFC 7301 §3.1.
 */
final class TlsFramer extends LengthFramer {

    static final int HEADER = 5;
    static final int MAX_RECORD = (1 << 14) + 2048;

    private static final int HANDSHAKE = 22;
    private static final int APPLICATION_DATA = 23;
    private static final int HEARTBEAT = 24;
    private static final int CLIENT_HELLO = 1;
    private static final int SERVER_HELLO = 2;
    private static final int ENCRYPTED_ALERT = 19;

    /** What AES-GCM adds to a record in TLS 1.3 (type 1, tag 16) and in TLS 1.2 (nonce 8, tag 16). */
    private static final int OVERHEAD_13 = 17;

    private static final int OVERHEAD_12 = 24;

    private static final int SETUP_SLOT = 0;
    private static final int DATA_SLOT = 1;

    private final TlsHello hello = new TlsHello();
    private boolean version13;
    private boolean http2;
    private boolean finished;
    private boolean asked;
    private boolean dataSeen;

    TlsFramer() {
        super(Protocol.TLS);
    }

    @Override
    protected void onReset() {
        version13 = false;
        http2 = false;
        finished = false;
        asked = false;
        dataSeen = false;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return isBetweenFrames(direction);
    }

    /** Whether an encrypted record has the size of a lone HTTP/2 frame of 9, 13 or 17 bytes: those of the connection. */
    private boolean isHttp2Control(int record) {
        int frame = version13 ? record - OVERHEAD_13 : record - OVERHEAD_12;
        return http2 && (frame == 9 || frame == 13 || frame == 17);
    }

    @Override
    protected int headerLength(int direction) {
        return HEADER;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int type = bytes.get(offset);
        int record = bytes.getShort(offset + 3) & 0xffff;
        if (!isRecord(type, bytes.getShort(offset + 1), record)) {
            return piece.giveUp();
        }
        int total = HEADER + record;
        if (type == HANDSHAKE && !dataSeen && total <= Piece.MAX_NEEDED) {
            if (length < total) {
                return piece.need(total);
            }
            readHandshake(direction, bytes, offset + HEADER, offset + total);
        }
        boolean control = type == APPLICATION_DATA && isHttp2Control(record);
        boolean setup = control || type != APPLICATION_DATA || isEncryptedSetup(direction, record);
        piece.turns = !control;
        piece.slot = setup ? SETUP_SLOT : DATA_SLOT;
        dataSeen |= !setup;
        if (setup) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
        }
        return part(direction, total);
    }

    private void readHandshake(int direction, ByteBuffer bytes, int from, int end) {
        int type = from < end ? bytes.get(from) : 0;
        if (type == CLIENT_HELLO) {
            context().learnRequester(direction);
            hello.readClient(bytes, from, end, 1 - direction, context());
            http2 = hello.offersHttp2(bytes, from, end);
        } else if (type == SERVER_HELLO) {
            version13 = hello.isVersion13(bytes, from, end);
        }
    }

    private boolean isEncryptedSetup(int direction, int record) {
        if (!version13) {
            return false;
        }
        boolean fromClient = direction == context().requester();
        boolean handshake = !finished || !fromClient && !asked;
        asked |= finished && fromClient;
        finished |= fromClient;
        return handshake || record == ENCRYPTED_ALERT;
    }

    /** Whether this can be a record's header. */
    static boolean isRecord(int type, int version, int length) {
        return type >= 20
                && type <= HEARTBEAT
                && version >= 0x0300
                && version <= 0x0304
                && length > 0
                && length <= MAX_RECORD;
    }
}
