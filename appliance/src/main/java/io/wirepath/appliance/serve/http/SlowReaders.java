package io.wirepath.appliance.serve.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Lets go of who reads an answer so slowly that it holds up others; not of those that listen for what comes now and
 * then. What counts is the time that an answer waits for its reader, and not what the service takes to make it.
 */
final class SlowReaders extends Handler.Wrapper {

    private static final long MIN_BYTES_A_SECOND = 1 << 10;

    /** Any reader, and this process itself, may stand still for so long. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Predicate<Request> listens;

    SlowReaders(Predicate<Request> listens) {
        this.listens = listens;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, listens.test(request) ? response : new Paced(request, response), callback);
    }

    /** How long the latest part of an answer of so many bytes may wait, where those before it waited for so long. */
    static long leftNanos(long bytes, long waitedNanos) {
        return GRACE_NANOS + TimeUnit.SECONDS.toNanos(1) * bytes / MIN_BYTES_A_SECOND - waitedNanos;
    }

    /** Jetty writes one part after the other. */
    private static final class Paced extends Response.Wrapper {

        private long bytes;
        private long waitedNanos;

        Paced(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer part, Callback callback) {
            bytes += part == null ? 0 : part.remaining();
            long begin = System.nanoTime();
            Scheduler.Task end = getRequest()
                    .getComponents()
                    .getScheduler()
                    .schedule(this::letGo, Math.max(0, leftNanos(bytes, waitedNanos)), TimeUnit.NANOSECONDS);
            Runnable written = () -> {
                end.cancel();
                waitedNanos += System.nanoTime() - begin;
            };
            super.write(last, part, Callback.from(written, callback));
        }

        private void letGo() {
            getRequest()
                    .getConnectionMetaData()
                    .getConnection()
                    .getEndPoint()
                    .close(new TimeoutException("the answer is read too slowly"));
        }
    }
}
