package io.wirepath.bench.soak;

import io.wirepath.appliance.synthetic.FrameComposer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;

/** One TCP connection as it passes: each step moves its own clock by 20 µs. Not thread-safe. */
final class CraftedConnection {

    private static final long STEP_NANOS = 20_000;
    private static final int MAX_BYTES = 1400;

    private final Wire wire;
    private final Way way;
    private long nanos;
    private long clientNext;
    private long serverNext;

    /** Of a client, with the sequence numbers that both chose. */
    CraftedConnection(Wire wire, long nanos, Way way, long clientFirst, long serverFirst) {
        this.wire = wire;
        this.nanos = nanos;
        this.way = way;
        clientNext = clientFirst;
        serverNext = serverFirst;
    }

    /** Its present time. */
    long nanos() {
        return nanos;
    }

    /** Its handshake. */
    CraftedConnection open() {
        wire.tcp(step(), way, clientNext++, 0, FrameComposer.SYN);
        wire.tcp(step(), way.reversed(), serverNext++, clientNext, FrameComposer.SYN | FrameComposer.ACK);
        wire.tcp(step(), way, clientNext, serverNext, FrameComposer.ACK);
        return this;
    }

    /** Lets time pass. */
    CraftedConnection waits(long howLongNanos) {
        nanos += howLongNanos;
        return this;
    }

    /** The client sends. */
    CraftedConnection asks(byte[] bytes) {
        for (int at = 0; at < bytes.length; at += MAX_BYTES) {
            byte[] part = java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + MAX_BYTES));
            wire.tcp(step(), way, clientNext, serverNext, FrameComposer.ACK | FrameComposer.PUSH, part);
            clientNext += part.length;
        }
        return this;
    }

    /** The server sends. */
    CraftedConnection answers(byte[] bytes) {
        for (int at = 0; at < bytes.length; at += MAX_BYTES) {
            byte[] part = java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + MAX_BYTES));
            wire.tcp(step(), way.reversed(), serverNext, clientNext, FrameComposer.ACK | FrameComposer.PUSH, part);
            serverNext += part.length;
        }
        return this;
    }

    /** Both close. */
    void close() {
        wire.tcp(step(), way, clientNext++, serverNext, FrameComposer.FIN | FrameComposer.ACK);
        wire.tcp(step(), way.reversed(), serverNext++, clientNext, FrameComposer.FIN | FrameComposer.ACK);
        wire.tcp(step(), way, clientNext, serverNext, FrameComposer.ACK);
    }

    private long step() {
        nanos += STEP_NANOS;
        return nanos;
    }
}
