package io.wirepath.appliance.serve.http;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/**
 * Reads bodies of requests, each in bounded time, and few at a time: who sends one slowly, and many of them, holds up
 * who does the same and nobody else. Thread-safe.
 */
final class RequestBody {

    /** Bodies that are read at a time; far fewer than there are threads. */
    static final int MAX_AT_A_TIME = 4;

    /** How long the whole body may take. */
    static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final int mostBytes;
    private final LongSupplier ticker;
    private final Semaphore places = new Semaphore(MAX_AT_A_TIME);

    /**
     * Reads bodies of at most so many bytes.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     */
    RequestBody(int mostBytes, LongSupplier ticker) {
        this.mostBytes = mostBytes;
        this.ticker = ticker;
    }

    /** The body of a request as text. A connection that says nothing meanwhile is given up, as one that says little. */
    String of(Context context) {
        EndPoint connection = ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        long before = connection.getIdleTimeout();
        connection.setIdleTimeout(TimeUnit.NANOSECONDS.toMillis(MAX_NANOS));
        try {
            return read(context.req()::getInputStream);
        } finally {
            connection.setIdleTimeout(before);
        }
    }

    /** Opens a body. */
    @FunctionalInterface
    interface Body {
        InputStream open() throws IOException;
    }

    String read(Body body) {
        if (!places.tryAcquire()) {
            throw new Problem(503, "too many requests with a body come in just now", "try again in some seconds");
        }
        try (InputStream from = body.open()) {
            return readAll(from);
        } catch (IOException e) {
            throw new Problem(
                    400, "the request ended inside its body", "send the whole body, and as long as it is said to be");
        } finally {
            places.release();
        }
    }

    private String readAll(InputStream from) throws IOException {
        long begin = ticker.getAsLong();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] some = new byte[1 << 10];
        for (int read = from.read(some); read >= 0; read = from.read(some)) {
            whole.write(some, 0, read);
            if (whole.size() > mostBytes) {
                throw new Problem(
                        413, "the request is too long", "a request may have " + mostBytes + " bytes, no more");
            }
            if (ticker.getAsLong() - begin > MAX_NANOS) {
                throw new Problem(
                        408,
                        "the body takes too long",
                        "send it within " + TimeUnit.NANOSECONDS.toSeconds(MAX_NANOS) + " s");
            }
        }
        return whole.toString(StandardCharsets.UTF_8);
    }
}
