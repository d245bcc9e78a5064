package io.wirepath.sniffer;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A ring of reused slots (LMAX Disruptor) between the thread that fills them and stages of handlers, each of which runs
 * in a thread of its own and sees every slot in order.
 *
 * <pre>
 *             ┌────────── slots ──────────┐
 *  fill ────► │ 7 │ 6 │ 5 │ 4 │ 3 │ 2 │ 1 │ ──► stage 1 ──► stage 2: all its handlers ──► stage 3 ──┐
 *  (caller)   └───────────────────────────┘     one slot is passed on when the whole stage has done it │
 *        ▲                                                                                             │
 *        └──────────────────────────────── free again ◄────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>A failure anywhere stops all: the source is interrupted, slots under way are passed over without work, and the
 * failure is thrown to the caller. Nothing is allocated for a slot that passes.
 *
 * @param <S> what a slot holds
 */
public final class CaptureRing<S> {

    private final RingSettings settings;
    private final WaitStrategy waiting;
    private final List<List<Handler<S>>> stages;
    private final Supplier<S> slots;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile Thread source = Thread.currentThread();
    private volatile @Nullable RingBuffer<Cell<S>> running;

    /**
     * Makes a ring for one run.
     *
     * @param slots makes a slot; called once for each
     * @param stages handlers by stage; those of a stage work side by side on the same slot
     */
    public CaptureRing(RingSettings settings, Supplier<S> slots, List<List<Handler<S>>> stages) {
        if (stages.isEmpty() || stages.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("a ring needs a stage, and each stage a handler");
        }
        this.settings = settings;
        this.slots = slots;
        this.stages = stages;
        waiting = settings.waiting().strategy();
    }

    /**
     * Fills slots in the calling thread until there are no more, and returns when the last stage has done the last one.
     *
     * @throws Exception whatever the filler or a handler threw first, as it was thrown
     * @throws InterruptedException when the calling thread was interrupted by someone else
     */
    public void run(Filler<S> filler) throws Exception {
        Disruptor<Cell<S>> disruptor = new Disruptor<>(
                () -> new Cell<>(slots.get()), settings.slots(), new Threads(), ProducerType.SINGLE, waiting);
        source = Thread.currentThread();
        CountDownLatch done = new CountDownLatch(stages.get(stages.size() - 1).size());
        connect(disruptor, done);
        RingBuffer<Cell<S>> ring = disruptor.start();
        running = ring;
        try {
            produce(ring, filler);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
        // the failing handler's interrupt has done its work; the end must get through
        boolean interrupted = Thread.interrupted() && failure.get() == null;
        publishEnd(ring);
        interrupted |= awaitUninterruptibly(done) && failure.get() == null;
        disruptor.halt();
        rethrow();
        if (interrupted) {
            throw new InterruptedException("stopped while frames were passing");
        }
    }

    /** Share of the slots that are filled and not yet free again, 0 to 1; any thread may ask. */
    public double filling() {
        RingBuffer<Cell<S>> ring = running;
        return ring == null ? 0 : 1 - ring.remainingCapacity() / (double) ring.getBufferSize();
    }

    /** Keeps the first failure and wakes the source, which may be waiting for bytes that never come. */
    private void fail(Throwable e) {
        if (failure.compareAndSet(null, e)) {
            source.interrupt();
        }
    }

    private void connect(Disruptor<Cell<S>> disruptor, CountDownLatch done) {
        @Nullable EventHandlerGroup<Cell<S>> before = null;
        for (int i = 0; i < stages.size(); i++) {
            boolean last = i == stages.size() - 1;
            List<EventHandler<Cell<S>>> workers = new ArrayList<>();
            for (Handler<S> handler : stages.get(i)) {
                workers.add(new Worker(handler, last ? done : null));
            }
            @SuppressWarnings({"unchecked", "rawtypes"})
            EventHandler<Cell<S>>[] array = workers.toArray(new EventHandler[0]);
            before = before == null ? disruptor.handleEventsWith(array) : before.then(array);
        }
    }

    private void produce(RingBuffer<Cell<S>> ring, Filler<S> filler) throws Exception {
        while (failure.get() == null) {
            awaitFree(ring);
            long sequence = ring.next();
            Cell<S> cell = ring.get(sequence);
            boolean filled = false;
            try {
                filled = filler.fill(cell.slot);
            } finally {
                cell.kind = filled ? Kind.FILLED : Kind.EMPTY;
                ring.publish(sequence);
            }
            if (!filled) {
                return;
            }
        }
    }

    private void publishEnd(RingBuffer<Cell<S>> ring) {
        long sequence = ring.next();
        ring.get(sequence).kind = Kind.END;
        ring.publish(sequence);
    }

    /** Sleeps until a slot is free; the Disruptor's own way would poll every few microseconds. */
    private void awaitFree(RingBuffer<Cell<S>> ring) throws InterruptedException {
        if (waiting instanceof SleepingWait sleeping) {
            sleeping.awaitCapacity(ring);
        }
    }

    private static boolean awaitUninterruptibly(CountDownLatch done) {
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    private void rethrow() throws Exception {
        Throwable thrown = failure.get();
        if (thrown instanceof Exception e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (thrown != null) {
            throw new IllegalStateException(thrown);
        }
    }

    /**
     * Fills a slot.
     *
     * @param <S> what a slot holds
     */
    @FunctionalInterface
    public interface Filler<S> {

        /** Puts new content into the slot; false when there is none and never will be. */
        boolean fill(S slot) throws Exception;
    }

    /**
     * Does a stage's work on each slot, in the order in which they were filled.
     *
     * @param <S> what a slot holds
     */
    @FunctionalInterface
    public interface Handler<S> {

        /** Works on a slot, which is another's when this returns. */
        void onSlot(S slot) throws Exception;
    }

    private enum Kind {
        EMPTY,
        FILLED,
        END
    }

    private static final class Cell<S> {
        final S slot;
        Kind kind = Kind.EMPTY;

        Cell(S slot) {
            this.slot = slot;
        }
    }

    /** Runs a handler, and passes each slot on at once rather than at the end of a batch. */
    private final class Worker implements EventHandler<Cell<S>> {

        private final Handler<S> handler;
        private final @Nullable CountDownLatch done;
        private @Nullable Sequence passed;

        Worker(Handler<S> handler, @Nullable CountDownLatch done) {
            this.handler = handler;
            this.done = done;
        }

        @Override
        public void setSequenceCallback(Sequence sequenceCallback) {
            passed = sequenceCallback;
        }

        @Override
        @SuppressWarnings("IllegalCatch") // whatever a handler throws must stop the source
        public void onEvent(Cell<S> cell, long sequence, boolean endOfBatch) {
            Kind kind = cell.kind;
            if (kind == Kind.FILLED && failure.get() == null) {
                try {
                    handler.onSlot(cell.slot);
                } catch (Throwable e) {
                    fail(e);
                }
            }
            // only now: the next stage must not get a slot whose failure is not known yet
            if (passed != null) {
                passed.set(sequence);
            }
            waiting.signalAllWhenBlocking();
            if (kind == Kind.END && done != null) {
                done.countDown();
            }
        }
    }

    /** Names the threads, and lets none of them keep the program alive. */
    private static final class Threads implements ThreadFactory {

        private final AtomicInteger count = new AtomicInteger();

        @Override
        public Thread newThread(Runnable work) {
            Thread thread = new Thread(work, "wirepath-ring-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        }
    }
}
