package io.wirepath.flows.tls;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a listener and tells it of the inside of TLS sessions for which there is a key, and of everything else
 * as it is. A session is known by the random of its client's hello, wherever in a connection that stands: some
 * protocols begin in the clear. Not thread-safe; one per shard.
 */
public final class Decryption implements ConnectionListener {

    /** Most records of a shard that are put together at a time: bounds them to 9 MiB. */
    private static final int MAX_RECORDS = 512;

    private final ConnectionListener inside;
    private final TlsKeys keys;
    private final CounterSet<DecryptionCounter> counters = new CounterSet<>(DecryptionCounter.class);
    private final IdentityHashMap<Connection, TlsSession> sessions = new IdentityHashMap<>();
    private final IdentityHashMap<Connection, ClientHello> hellos = new IdentityHashMap<>();
    private final ArrayDeque<byte[]> buffers = new ArrayDeque<>();
    private final byte[] scratch = new byte[RecordReader.MAX_RECORD];
    private final StreamBytes plain = new StreamBytes();
    private int taken;

    /** Tells this listener; keys may be added later. */
    public Decryption(TlsKeys keys, ConnectionListener inside) {
        this.keys = keys;
        this.inside = inside;
    }

    /** What was counted so far. */
    public CounterSet<DecryptionCounter> counters() {
        return counters;
    }

    void count(DecryptionCounter counter) {
        counters.increment(counter);
    }

    /** An array for a record; null where too many are in use. */
    byte @Nullable [] takeBuffer() {
        if (taken == MAX_RECORDS) {
            return null;
        }
        taken++;
        byte[] free = buffers.poll();
        return free == null ? new byte[RecordReader.MAX_RECORD] : free;
    }

    void giveBuffer(byte[] buffer) {
        taken--;
        buffers.push(buffer);
    }

    /** Takes what a record holds; used at once. */
    byte[] scratch() {
        return scratch;
    }

    @Override
    public void onBytes(Connection connection, int direction, StreamBytes bytes) {
        if (keys.isEmpty()) {
            inside.onBytes(connection, direction, bytes);
            return;
        }
        TlsSession session = sessions.get(connection);
        if (session != null) {
            session.onBytes(direction, bytes);
            return;
        }
        ClientHello held = hellos.get(connection);
        if (held != null) {
            goOn(connection, held, direction, bytes);
        } else {
            look(connection, direction, bytes);
        }
    }

    /** Looks whether these bytes begin a client's hello. */
    private void look(Connection connection, int direction, StreamBytes bytes) {
        int at = ClientHello.find(bytes.buffer, bytes.offset, bytes.length);
        if (at > 0) {
            inside.onBytes(connection, direction, plain.setFirst(bytes, at));
            bytes.skip(at);
        }
        if (bytes.length > 0) {
            ClientHello hello = new ClientHello(direction, bytes.streamOffset, bytes.segment);
            goOn(connection, hello, direction, bytes);
        }
    }

    /** More bytes, of which those of the hello's direction go on with it. */
    private void goOn(Connection connection, ClientHello hello, int direction, StreamBytes bytes) {
        if (direction == hello.direction()) {
            bytes.skip(hello.take(bytes.buffer, bytes.offset, bytes.length));
        }
        if (direction == hello.direction() && hello.isPossible() && !hello.isComplete()) {
            hellos.put(connection, hello);
            return;
        }
        hellos.remove(connection);
        SessionSecrets secrets = hello.isComplete() ? keys.find(hello.bytes(), ClientHello.RANDOM_AT) : null;
        if (secrets != null) {
            begin(connection, hello, secrets);
        }
        hand(connection, hello.direction(), bytesOf(hello));
        if (bytes.length > 0) {
            hand(connection, direction, bytes);
        }
    }

    private void begin(Connection connection, ClientHello hello, SessionSecrets secrets) {
        count(DecryptionCounter.TLS_SESSIONS_WITH_KEY);
        SessionKeys made = new SessionKeys(secrets, hello.random());
        sessions.put(connection, new TlsSession(this, inside, connection, made, hello.direction()));
    }

    private void hand(Connection connection, int direction, StreamBytes bytes) {
        TlsSession session = sessions.get(connection);
        if (session == null) {
            inside.onBytes(connection, direction, bytes);
        } else {
            session.onBytes(direction, bytes);
        }
    }

    private StreamBytes bytesOf(ClientHello hello) {
        return plain.set(hello.bytes(), 0, hello.length(), hello.streamOffset(), hello.segment());
    }

    /** What waits to become a hello is none. */
    private void release(Connection connection) {
        ClientHello held = hellos.isEmpty() ? null : hellos.remove(connection);
        if (held != null) {
            inside.onBytes(connection, held.direction(), bytesOf(held));
        }
    }

    private @Nullable TlsSession session(Connection connection) {
        return sessions.isEmpty() ? null : sessions.get(connection);
    }

    @Override
    public boolean takesBack(Connection connection, int direction, long streamOffset) {
        boolean readable = session(connection) == null && (hellos.isEmpty() || hellos.get(connection) == null);
        return readable && inside.takesBack(connection, direction, streamOffset);
    }

    @Override
    public boolean isInside(Connection connection, int direction) {
        return inside.isInside(connection, direction);
    }

    @Override
    public void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos) {
        release(connection);
        TlsSession session = session(connection);
        if (session == null) {
            inside.onMissing(connection, direction, streamOffset, length, cut, timeNanos);
        } else {
            session.onMissing(direction, streamOffset, length, cut, timeNanos);
        }
    }

    @Override
    public void onFin(Connection connection, int direction, long timeNanos) {
        release(connection);
        TlsSession session = session(connection);
        if (session != null) {
            session.onEnd(direction, timeNanos);
        }
        inside.onFin(connection, direction, timeNanos);
    }

    @Override
    public void onReset(Connection connection, int direction, long timeNanos) {
        inside.onReset(connection, direction, timeNanos);
    }

    @Override
    public void onClose(Connection connection, CloseReason reason, long timeNanos) {
        release(connection);
        TlsSession session = sessions.isEmpty() ? null : sessions.remove(connection);
        if (session != null) {
            session.onEnd(0, timeNanos);
            session.onEnd(1, timeNanos);
        }
        inside.onClose(connection, reason, timeNanos);
    }

    @Override
    public void onOpen(Connection connection, long timeNanos) {
        inside.onOpen(connection, timeNanos);
    }

    @Override
    public void onOuterLayers(Connection connection, int direction, OuterLayers layers) {
        inside.onOuterLayers(connection, direction, layers);
    }

    @Override
    public void onRetransmission(Connection connection, int direction, int length, long timeNanos) {
        inside.onRetransmission(connection, direction, length, timeNanos);
    }

    @Override
    public void onResent(Connection connection, int direction, long timeNanos) {
        inside.onResent(connection, direction, timeNanos);
    }

    @Override
    public void onHoleFilled(Connection connection, int direction, long waitNanos) {
        inside.onHoleFilled(connection, direction, waitNanos);
    }

    @Override
    public void onFailedAttempt(Connection connection, boolean refused, long timeNanos) {
        inside.onFailedAttempt(connection, refused, timeNanos);
    }

    @Override
    public void onZeroWindow(Connection connection, int direction, long nanos) {
        inside.onZeroWindow(connection, direction, nanos);
    }

    @Override
    public void onDelayedAcknowledgment(Connection connection, int direction, long nanos) {
        inside.onDelayedAcknowledgment(connection, direction, nanos);
    }

    @Override
    public void onPause(Connection connection, int direction, long nanos) {
        inside.onPause(connection, direction, nanos);
    }

    @Override
    public void onMirrorCopy(Connection connection, int direction, long timeNanos) {
        inside.onMirrorCopy(connection, direction, timeNanos);
    }

    @Override
    public void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut) {
        inside.onDatagram(connection, direction, bytes, cut);
    }

    @Override
    public void onTime(long nowNanos) {
        inside.onTime(nowNanos);
    }
}
