package io.wirepath.appliance.ship;

import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One stream to a receiver, for a thread that likes to wait: what gRPC tells by its own threads becomes state here, and
 * a change of it wakes the waiting one.
 */
final class ShipStream implements ClientResponseObserver<byte[], byte[]>, Closeable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable ClientCallStreamObserver<byte[]> requests;
    private long resumeAt = -1;
    private long kept;
    private boolean ended;
    private @Nullable Throwable failure;

    @Override
    public void beforeStart(ClientCallStreamObserver<byte[]> stream) {
        requests = stream;
        stream.setOnReadyHandler(this::wake);
    }

    @Override
    public void onNext(byte[] message) {
        lock.lock();
        try {
            if (resumeAt < 0) {
                resumeAt = ShipMessage.numberOf(message, ShipMessage.RESUME);
                kept = resumeAt - 1;
            } else {
                kept = Math.max(kept, ShipMessage.numberOf(message, ShipMessage.KEPT));
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onError(Throwable thrown) {
        end(thrown);
    }

    @Override
    public void onCompleted() {
        end(null);
    }

    private void end(@Nullable Throwable thrown) {
        lock.lock();
        try {
            ended = true;
            failure = thrown;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes all waiting threads, to look again. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message, which gRPC keeps until the network takes it. */
    void send(byte[] message) {
        stream().onNext(message);
    }

    private ClientCallStreamObserver<byte[]> stream() {
        ClientCallStreamObserver<byte[]> stream = requests;
        if (stream == null) {
            throw new IllegalStateException("the stream was not started");
        }
        return stream;
    }

    /**
     * Waits for the number of the document that the receiver wants first.
     *
     * @throws IOException when the stream ended, or nothing came within the time
     */
    long awaitResume(long limitNanos) throws IOException, InterruptedException {
        lock.lock();
        try {
            long left = limitNanos;
            while (resumeAt < 0 && !ended && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (resumeAt < 0) {
                checkOpen();
                throw new IOException("the receiver did not answer");
            }
            return resumeAt;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until more can be sent, at most so long.
     *
     * @return whether it can
     * @throws IOException when the stream ended
     */
    boolean awaitReady(long limitNanos) throws IOException, InterruptedException {
        lock.lock();
        try {
            long left = limitNanos;
            while (!ended && left > 0 && !stream().isReady()) {
                left = changed.awaitNanos(left);
            }
            checkOpen();
            return stream().isReady();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for so long.
     *
     * @throws IOException when the stream ended
     */
    void rest(long nanos) throws IOException, InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (!ended && left > 0) {
                left = changed.awaitNanos(left);
            }
            checkOpen();
        } finally {
            lock.unlock();
        }
    }

    /** Number up to which the receiver has kept everything. */
    long kept() {
        lock.lock();
        try {
            return kept;
        } finally {
            lock.unlock();
        }
    }

    private void checkOpen() throws IOException {
        if (ended) {
            throw new IOException(failure == null ? "the receiver ended the stream" : failure.getMessage(), failure);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (!ended) {
                stream().cancel("the sniffer ends the stream", null);
            }
        } finally {
            lock.unlock();
        }
    }
}
