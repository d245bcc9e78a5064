package io.wirepath.sniffer.live;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.lab.Lab;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads a port in a thread of its own, over a few blocks in turn as the ring does. */
final class PortReader implements AutoCloseable {

    private final LivePort port;
    private final List<Taken> frames = new ArrayList<>();
    private final Thread thread;
    private volatile @Nullable Exception failure;
    private final AtomicInteger empties = new AtomicInteger();

    PortReader(LivePort port) {
        this.port = port;
        thread = new Thread(this::read, "reader-" + port.facts().way());
        thread.start();
    }

    private void read() {
        FrameBlock[] blocks = new FrameBlock[4];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        }
        try {
            for (int i = 0; port.fill(blocks[i]); i = (i + 1) % blocks.length) {
                List<Taken> taken = Taken.of(blocks[i]);
                synchronized (frames) {
                    frames.addAll(taken);
                }
                if (taken.isEmpty()) {
                    empties.incrementAndGet();
                }
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    LivePort port() {
        return port;
    }

    int empties() {
        return empties.get();
    }

    List<Taken> frames() {
        synchronized (frames) {
            return List.copyOf(frames);
        }
    }

    boolean has(Predicate<Taken> predicate) {
        return frames().stream().anyMatch(predicate);
    }

    void await(Predicate<Taken> predicate, String what) {
        Lab.await(
                () -> has(predicate) || failure != null,
                () -> port.facts().way() + ": no frame is " + what + " among " + frames().size());
        check();
    }

    /** Stops the port, and gives all that it gave. */
    List<Taken> stop() {
        port.stop();
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (thread.isAlive()) {
            throw new AssertionError("the port does not stop");
        }
        check();
        return frames();
    }

    private void check() {
        Exception thrown = failure;
        if (thrown != null) {
            throw new AssertionError(thrown);
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        port.close();
    }
}
