package io.wirepath.connect.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Two streams with a message a line each way. Their end comes once what was asked before it is answered, so that
 * questions can be piped in.
 */
final class LineExchange {

    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CountDownLatch ended = new CountDownLatch(1);
    private final InputStream in;
    private final OutputStream out;
    private int unanswered;

    LineExchange(InputStream from, OutputStream to) {
        in = new Questions(from);
        out = new Answers(to);
    }

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    /** Waits for the end. */
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    private synchronized void asked(String line) {
        try {
            unanswered += JSON.readTree(line).hasNonNull("id") ? 1 : 0;
        } catch (JsonProcessingException e) {
            // the library refuses it, without an answer
        }
    }

    private synchronized void answered(int lines) {
        unanswered -= lines;
        notifyAll();
    }

    private synchronized void awaitAnswers() throws IOException {
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        try {
            for (long left = LONGEST_WAIT_NANOS; unanswered > 0 && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private final class Questions extends FilterInputStream {

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Questions(InputStream from) {
            super(from);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = super.read(to, offset, length);
            for (int i = offset; i < offset + read; i++) {
                if (to[i] == '\n') {
                    asked(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else {
                    line.write(to[i]);
                }
            }
            if (read < 0) {
                awaitAnswers();
                ended.countDown();
            }
            return read;
        }
    }

    private final class Answers extends FilterOutputStream {

        Answers(OutputStream to) {
            super(to);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            out.write(from, offset, length);
            int lines = 0;
            for (int i = offset; i < offset + length; i++) {
                lines += from[i] == '\n' ? 1 : 0;
            }
            answered(lines);
        }
    }
}
