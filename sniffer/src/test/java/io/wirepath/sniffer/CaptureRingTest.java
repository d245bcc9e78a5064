package io.wirepath.sniffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

class CaptureRingTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final class Slot {
        long number;
        long doubled;
        final long[] sums = new long[4];
    }

    @ParameterizedTest
    @EnumSource(RingSettings.Waiting.class)
    void eachStageSeesEverySlotOnceInOrderAndAfterTheStageBefore(RingSettings.Waiting waiting) {
        List<Long> seen = new ArrayList<>();
        List<CaptureRing.Handler<Slot>> workers = IntStream.range(0, 3)
                .<CaptureRing.Handler<Slot>>mapToObj(worker -> slot -> slot.sums[worker] = slot.doubled + worker)
                .toList();
        CaptureRing<Slot> ring = new CaptureRing<>(
                new RingSettings(4, waiting),
                Slot::new,
                List.of(
                        List.of(slot -> slot.doubled = 2 * slot.number),
                        workers,
                        List.of(slot -> seen.add(slot.sums[0] + slot.sums[1] + slot.sums[2]))));

        run(ring, numbers(1000));

        assertEquals(LongStream.range(0, 1000).map(n -> 6 * n + 3).boxed().toList(), seen);
    }

    @Test
    void anEmptySourceEndsAtOnce() {
        List<Long> seen = new ArrayList<>();
        run(single(slot -> seen.add(slot.number)), slot -> false);
        assertEquals(List.of(), seen);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aFailureOfAnyStageIsThrownToTheCallerAndNoLaterStageSeesTheSlot(int failingStage) {
        IOException failure = new IOException("disk full");
        AtomicLong lastSeen = new AtomicLong(-1);
        List<List<CaptureRing.Handler<Slot>>> stages = new ArrayList<>();
        for (int stage = 0; stage < 3; stage++) {
            boolean fails = stage == failingStage;
            stages.add(List.of(slot -> {
                if (fails && slot.number == 17) {
                    throw failure;
                }
            }));
        }
        stages.add(List.of(slot -> lastSeen.set(slot.number)));
        CaptureRing<Slot> ring = new CaptureRing<>(RingSettings.defaults(), Slot::new, stages);

        Throwable thrown = assertThrows(IOException.class, () -> within(() -> ring.run(endless())));

        assertSame(failure, thrown);
        assertTrue(lastSeen.get() < 17);
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void anErrorOfAHandlerIsThrownToTheCaller() {
        CaptureRing<Slot> ring = single(slot -> {
            throw new AssertionError("broken");
        });
        assertThrows(AssertionError.class, () -> within(() -> ring.run(endless())));
    }

    @Test
    void aFailureOfTheSourceIsThrownAfterTheSlotsBeforeItWereDone() {
        List<Long> seen = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(5);
        CaptureRing.Filler<Slot> five = numbers(5);
        CaptureRing.Filler<Slot> failing = slot -> {
            if (!five.fill(slot)) {
                done.await();
                throw new IOException("unplugged");
            }
            return true;
        };
        CaptureRing<Slot> ring = single(slot -> {
            seen.add(slot.number);
            done.countDown();
        });
        assertThrows(IOException.class, () -> within(() -> ring.run(failing)));
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L), seen);
    }

    @Test
    void aFailureWakesASourceThatWaitsForBytes() throws IOException {
        Pipe silent = Pipe.open();
        CaptureRing.Filler<Slot> filler = new CaptureRing.Filler<>() {
            private boolean first = true;

            @Override
            public boolean fill(Slot slot) throws IOException {
                if (!first) {
                    silent.source().read(ByteBuffer.allocate(1));
                }
                first = false;
                return true;
            }
        };
        CaptureRing<Slot> ring = single(slot -> {
            throw new IOException("broken pipe");
        });
        Throwable thrown = assertThrows(IOException.class, () -> within(() -> ring.run(filler)));
        assertEquals("broken pipe", thrown.getMessage());
    }

    @Test
    void anInterruptOfTheCallerStopsTheRun() {
        Thread[] caller = new Thread[1];
        CaptureRing<Slot> ring = single(slot -> {
            // a full ring is where the caller takes note of the interrupt
            while (caller[0].isInterrupted()) {
                Thread.onSpinWait();
            }
        });
        CaptureRing.Filler<Slot> filler = slot -> {
            caller[0] = Thread.currentThread();
            caller[0].interrupt();
            return true;
        };
        assertTimeoutPreemptively(LIMIT, () -> assertThrows(InterruptedException.class, () -> ring.run(filler)));
    }

    @Test
    void aStageThatSleepsDoesNotMakeTheNextOneBusy() {
        long[] cpuNanos = new long[1];
        CaptureRing<Slot> ring = new CaptureRing<>(
                RingSettings.defaults(),
                Slot::new,
                List.of(
                        List.of(slot -> Thread.sleep(20)),
                        List.of(slot -> cpuNanos[0] =
                                ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime())));
        run(ring, numbers(50));
        assertTrue(cpuNanos[0] < 300_000_000L, () -> "waiting for one second cost " + cpuNanos[0] + " ns of CPU");
    }

    @Test
    void nothingIsAllocatedForASlotThatPasses() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int warmUp = 20_000;
        int slots = 60_000;
        long[][] allocated = new long[3][2];
        CaptureRing<Slot> ring = new CaptureRing<>(
                RingSettings.defaults(),
                Slot::new,
                List.of(
                        List.of(slot -> note(threads, allocated[0], slot.number, warmUp, slots)),
                        List.of(slot -> note(threads, allocated[1], slot.number, warmUp, slots))));
        CaptureRing.Filler<Slot> filler = new CaptureRing.Filler<>() {
            private long next;

            @Override
            public boolean fill(Slot slot) {
                slot.number = next++;
                note(threads, allocated[2], slot.number, warmUp, slots);
                return next < slots;
            }
        };
        run(ring, filler);
        for (long[] each : allocated) {
            long bytes = each[1] - each[0];
            assertTrue(bytes < 4096, () -> bytes + " bytes allocated for " + (slots - warmUp) + " slots");
        }
    }

    private static void note(ThreadMXBean threads, long[] allocated, long number, int warmUp, int slots) {
        if (number == warmUp) {
            allocated[0] = threads.getCurrentThreadAllocatedBytes();
        } else if (number == slots - 2) {
            allocated[1] = threads.getCurrentThreadAllocatedBytes();
        }
    }

    private static CaptureRing<Slot> single(CaptureRing.Handler<Slot> handler) {
        return new CaptureRing<>(RingSettings.defaults(), Slot::new, List.of(List.of(handler)));
    }

    private static CaptureRing.Filler<Slot> numbers(long count) {
        AtomicLong next = new AtomicLong();
        return slot -> {
            slot.number = next.getAndIncrement();
            return slot.number < count;
        };
    }

    private static CaptureRing.Filler<Slot> endless() {
        return numbers(Long.MAX_VALUE);
    }

    private static void run(CaptureRing<Slot> ring, CaptureRing.Filler<Slot> filler) {
        assertTimeoutPreemptively(LIMIT, () -> ring.run(filler));
    }

    private static void within(Executable work) throws Throwable {
        try {
            assertTimeoutPreemptively(LIMIT, work);
        } catch (AssertionFailedError e) {
            if (e.getCause() != null) {
                throw e.getCause();
            }
            throw e;
        }
    }
}
