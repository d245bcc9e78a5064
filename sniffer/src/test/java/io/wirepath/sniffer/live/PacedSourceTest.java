package io.wirepath.sniffer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacedSourceTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_700_000_000 * SECOND;

    private final MadeUpTime time = new MadeUpTime();
    private final FrameBlock block = new FrameBlock(1 << 19);

    @Test
    void framesComeWhenTheirTimeHasCome() throws IOException {
        assertEquals(
                List.of("0 at 0.0", "2 at 2.0", "2 at 2.0", "5 at 5.0"),
                replay(ReplaySpeed.REAL, 0, 2 * SECOND, 2 * SECOND, 5 * SECOND));
    }

    @Test
    void aFactorMakesThemComeSooner() throws IOException {
        assertEquals(
                List.of("0 at 0.0", "2 at 0.2", "5 at 0.5"),
                replay(ReplaySpeed.parse("x10"), 0, 2 * SECOND, 5 * SECOND));
    }

    @Test
    void orLater() throws IOException {
        assertEquals(List.of("0 at 0.0", "2 at 4.0"), replay(ReplaySpeed.parse("x0.5"), 0, 2 * SECOND));
    }

    @Test
    void atMaximumNothingIsWaitedFor() throws IOException {
        assertEquals(
                List.of("0 at 0.0", "2 at 0.0", "900 at 0.0"), replay(ReplaySpeed.MAX, 0, 2 * SECOND, 900 * SECOND));
    }

    @Test
    void framesOutOfOrderByLittleDelayNothing() throws IOException {
        assertEquals(
                List.of("0 at 0.0", "1 at 1.0", "0 at 1.0", "2 at 2.0"),
                replay(ReplaySpeed.REAL, 0, SECOND, SECOND / 2, 2 * SECOND));
    }

    @Test
    void aClockThatWasSetBackGoesOnFromThere() throws IOException {
        assertEquals(
                List.of("100 at 0.0", "101 at 1.0", "7 at 1.0", "8 at 2.0"),
                replay(ReplaySpeed.REAL, 100 * SECOND, 101 * SECOND, 7 * SECOND, 8 * SECOND));
    }

    @Test
    void aPauseOfHoursIsPassedOver() throws IOException {
        assertEquals(
                List.of("0 at 0.0", "1 at 1.0", "7201 at 1.0", "7202 at 2.0"),
                replay(ReplaySpeed.REAL, 0, SECOND, 7201 * SECOND, 7202 * SECOND));
    }

    @Test
    void whileNoFrameIsDueEmptyBlocksTellTheTimeThatPassed() throws IOException {
        PacedSource source = new PacedSource(new Listed(0, SECOND), ReplaySpeed.parse("x2"), time);
        assertTrue(source.fill(block));
        assertEquals(1, block.count());

        assertTrue(source.fill(block));
        assertEquals(0, block.count());
        assertEquals(SECOND / 10, time.now);
        assertEquals(SECOND / 5, source.completeUntilNanos() - EPOCH, "2 s of the capture pass in one");
    }

    @Test
    void framesKeepTheirNumbersTimesBytesAndLengths() throws IOException {
        PacedSource source = new PacedSource(new Listed(0, SECOND), ReplaySpeed.parse("x1000"), time);
        List<Long> numbers = new ArrayList<>();
        while (source.fill(block)) {
            for (int i = 0; i < block.count(); i++) {
                int n = numbers.size();
                numbers.add(block.frameNumber(i));
                assertEquals(n * SECOND, block.timeNanos(i) - EPOCH);
                assertEquals(60 + n, block.capturedLength(i));
                assertEquals(1000 + n, block.originalLength(i));
                assertEquals(113, block.linkType(i));
                assertEquals(n, block.bytes().get(block.offset(i) + 59 + n));
            }
        }
        assertEquals(List.of(1L, 2L), numbers);
    }

    @Test
    void moreThanABlockHoldsComesInTheNext() throws IOException {
        long[] burst = new long[1000];
        PacedSource source = new PacedSource(new Listed(burst), ReplaySpeed.REAL, time);
        FrameBlock small = new FrameBlock(5000);
        int frames = 0;
        int blocks = 0;
        while (source.fill(small)) {
            frames += small.count();
            blocks++;
        }
        assertEquals(1000, frames);
        assertTrue(blocks > 100, () -> "a block holds few of these frames");
        assertEquals(0, time.now);
    }

    @Test
    void stopsWhenTold() throws IOException {
        PacedSource source = new PacedSource(new Listed(0, 1000 * SECOND), ReplaySpeed.REAL, time);
        assertTrue(source.fill(block));
        source.stop();
        assertFalse(source.fill(block));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "x", "x0", "x-1", "xNaN", "10"})
    void refusesWhatIsNoPace(String text) {
        assertThrows(IllegalArgumentException.class, () -> ReplaySpeed.parse(text));
    }

    /** The frames of a capture with these times: second of the capture, and when it came. */
    private List<String> replay(ReplaySpeed pace, long... times) throws IOException {
        PacedSource source = new PacedSource(new Listed(times), pace, time);
        List<String> came = new ArrayList<>();
        while (source.fill(block)) {
            for (int i = 0; i < block.count(); i++) {
                came.add("%d at %.1f".formatted((block.timeNanos(i) - EPOCH) / SECOND, time.now / 1e9));
            }
        }
        return came;
    }

    private static final class MadeUpTime implements PacedSource.Ticker {
        long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void sleep(long nanos) {
            now += nanos;
        }
    }

    /** A capture of frames with these times, all in one block as far as they fit. */
    private static final class Listed implements FrameSource {
        private final long[] times;
        private int next;

        Listed(long... times) {
            this.times = times;
        }

        @Override
        public String sniffer() {
            return "listed";
        }

        @Override
        public boolean fill(FrameBlock block) {
            block.reset(next + 1);
            int at = 0;
            while (next < times.length && at + 60 + next < block.bytes().capacity()) {
                block.bytes().put(at + 59 + next, (byte) next);
                block.add(EPOCH + times[next], at, 60 + next, 1000 + next, 113);
                at += 60 + next;
                next++;
            }
            return block.count() > 0;
        }

        @Override
        public Optional<CaptureDamage> damage() {
            return Optional.empty();
        }

        @Override
        public long droppedBeforeCapture() {
            return 0;
        }

        @Override
        public Progress progress() {
            return new Progress(0, -1, next);
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
