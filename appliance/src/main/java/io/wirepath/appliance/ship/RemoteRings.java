package io.wirepath.appliance.ship;

import io.wirepath.pipeline.CallPackets.Stretch;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.RemotePackets;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The rings of packets of sniffers on other machines that give of them, as long as they are connected: a question goes
 * to one, and the packets come as a file. Thread-safe.
 */
public final class RemoteRings implements RemotePackets {

    /** Questions that one sniffer may have before it. */
    private static final int MAX_WAITING = 4;

    private final Map<String, Line> lines = new ConcurrentSkipListMap<>();
    private final Duration patience;

    /** Knows of no sniffer yet. */
    public RemoteRings() {
        this(Duration.ofSeconds(30));
    }

    /**
     * The same.
     *
     * @param patience how long a sniffer may look through its ring
     */
    RemoteRings(Duration patience) {
        this.patience = patience;
    }

    @Override
    public Set<String> sniffers() {
        return Set.copyOf(lines.keySet());
    }

    @Override
    public Answer ask(String sniffer, List<Stretch> wanted, String reader) throws IOException {
        Line line = lines.get(sniffer);
        if (line == null) {
            throw new Failure("not connected any more");
        }
        return line.ask(wanted, reader);
    }

    /** A sniffer has come. */
    Line connect(String sniffer, Consumer<byte[]> to) {
        Line line = new Line(to, patience);
        Line before = lines.put(sniffer, line);
        if (before != null) {
            before.end();
        }
        return line;
    }

    /** It has gone. */
    void disconnect(String sniffer, Line line) {
        lines.remove(sniffer, line);
        line.end();
    }

    /** The way to a sniffer and back. */
    static final class Line {

        private final Consumer<byte[]> to;
        private final Duration patience;
        private final Map<Integer, Answer> open = new ConcurrentHashMap<>();
        private int questions;
        private boolean ended;

        Line(Consumer<byte[]> to, Duration patience) {
            this.to = to;
            this.patience = patience;
        }

        synchronized Answer ask(List<Stretch> wanted, String reader) throws IOException {
            if (ended) {
                throw new Failure("not connected any more");
            }
            if (open.size() >= MAX_WAITING) {
                throw new Failure("has as many questions as it takes; ask again in a while");
            }
            int number = ++questions;
            byte[] question = new RingMessage.Question(number, reader, wanted).encode();
            Answer answer = new Answer(() -> open.remove(number), patience);
            open.put(number, answer);
            try {
                to.accept(question);
            } catch (IllegalStateException e) {
                answer.close();
                throw new Failure("not connected any more", e);
            }
            return answer;
        }

        /** A message of the sniffer; one of a question that nobody waits for any more is passed over. */
        void take(byte[] message) {
            Answer answer = open.get(RingMessage.number(message));
            if (answer == null) {
                return;
            }
            if (message[0] == RingMessage.PIECE) {
                answer.add(message);
            } else {
                answer.damage = RingMessage.damage(message);
                answer.whole.complete(RingMessage.reason(message));
            }
        }

        private synchronized void end() {
            ended = true;
            open.values().forEach(answer -> answer.whole.complete("the connection ended"));
        }
    }

    /** Takes pieces of its file as they come. */
    public static final class Answer implements RemotePackets.Answer {

        private final CompletableFuture<String> whole = new CompletableFuture<>();
        private final Runnable atEnd;
        private final Path file;
        private final FileChannel channel;
        private long bytes;
        private volatile String damage = "";

        private Answer(Runnable atEnd, Duration patience) throws IOException {
            this.atEnd = atEnd;
            file = Files.createTempFile("wirepath-ring", ".pcapng");
            channel = PrivateFiles.open(file, StandardOpenOption.WRITE);
            var unused = whole.completeOnTimeout(
                    "did not answer within " + patience.toSeconds() + " s", patience.toNanos(), TimeUnit.NANOSECONDS);
        }

        private synchronized void add(byte[] piece) {
            bytes += piece.length;
            if (bytes > 2 * RingGiver.MAX_BYTES) {
                whole.complete("gives more than it may");
                return;
            }
            try {
                ByteBuffer from = ByteBuffer.wrap(piece).position(RingMessage.PIECE_AT);
                while (channel.isOpen() && from.hasRemaining()) {
                    channel.write(from);
                }
            } catch (IOException e) {
                whole.complete("cannot be kept for a moment: " + Failure.reason(e));
            }
        }

        @Override
        public Path file() {
            try {
                String reason = whole.get();
                if (!reason.isEmpty()) {
                    throw new Failure(reason);
                }
                return file;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("the service is being stopped", e);
            }
        }

        @Override
        public String damage() {
            return damage;
        }

        @Override
        public void close() throws IOException {
            atEnd.run();
            channel.close();
            Files.deleteIfExists(file);
        }
    }
}
