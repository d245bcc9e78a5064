package io.wirepath.analyze.sum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.causes.TimeSpan;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SumsTest {

    private static final ComparedPlace WEB = new ComparedPlace(Sort.NODE, "web", "");
    private static final ComparedPlace PATH = new ComparedPlace(Sort.PATTERN, "path", "1");

    /** A run of so many requests, a microsecond from one to the next, each as long as its number. */
    private static Sums run(long from, int requests) {
        SumsBuilder run = new SumsBuilder(from, from + 1000L * (requests - 1));
        for (int i = 0; i < requests; i++) {
            long at = from + 1000L * i;
            run.rate(ComparedPlace.SYSTEM, at);
            run.delay(WEB, Measure.OWN, i % 2 == 0 ? "even" : "odd", at, i + 1);
            run.count(WEB, Measure.FAILED, at, i % 4 == 0 ? 1 : 0);
            run.anyPath(at);
        }
        return run.sums();
    }

    private static ShareTrack share(Sums sums, ComparedPlace place, Measure measure) {
        return sums.shares().stream()
                .filter(track -> track.place().equals(place) && track.measure() == measure)
                .findFirst()
                .orElseThrow();
    }

    private static String text(Sums sums) {
        StringBuilder text = new StringBuilder();
        text.append(sums.firstNanos()).append(' ').append(sums.lastNanos()).append(sums.blocks());
        sums.delays()
                .forEach(track -> track.blocks()
                        .forEach(block -> text.append(track.kind()).append(List.of(block.size(), block.bin().length))));
        sums.shares()
                .forEach(track -> text.append(track.measure())
                        .append(java.util.Arrays.toString(track.events()))
                        .append(java.util.Arrays.toString(track.trials())));
        return text.toString();
    }

    @Test
    void nothingChangesNothing() {
        Sums run = run(0, 640);
        assertSame(run, run.merge(Sums.NOTHING));
        assertSame(run, Sums.NOTHING.merge(run));
    }

    @Test
    void mergesInAnyOrderAndGrouping() {
        Sums one = run(0, 640);
        Sums two = run(1_000_000, 320);
        Sums three = run(2_000_000, 64);
        String together = text(Sums.merged(List.of(one, two, three)));
        assertEquals(together, text(one.merge(two).merge(three)));
        assertEquals(together, text(three.merge(one.merge(two))));
        assertEquals(640 + 320 + 64, one.merge(two).merge(three).requests());
    }

    @Test
    void cutsWhatItMerged() {
        Sums one = run(0, 640);
        Sums two = run(1_000_000, 320);
        assertEquals(text(two), text(one.merge(two).cut(new TimeSpan(1_000_000, 2_000_000))));
        assertEquals(320, one.cut(new TimeSpan(0, 320_000)).requests());
        assertTrue(one.cut(new TimeSpan(5_000_000, 6_000_000)).isEmpty());
    }

    @Test
    void condensesNeighbours() {
        Sums both = run(0, 640).merge(run(1_000_000, 640));
        Sums condensed = both.condensed(Sums.BLOCKS);
        assertEquals(Sums.BLOCKS, condensed.blocks().size());
        assertEquals(both.requests(), condensed.requests());
        DelayTrack even = condensed.delays().get(0);
        assertArrayEquals(both.delays().get(0).counts(), even.counts());
        assertEquals(40, share(condensed, WEB, Measure.FAILED).trials()[0]);
    }

    /** Added up in so many blocks at once, times are what they are one step after the other. */
    @Test
    void addsUpInSoManyBlocks() {
        List<Sums> some = List.of(run(2_000_000, 640), run(0, 640), run(1_000_000, 320));
        assertEquals(form(Sums.merged(some).condensed(Sums.BLOCKS)), form(Sums.merged(some, Sums.BLOCKS)));
        Sums both = some.get(0).merge(some.get(1));
        assertSame(both, both.cut(TimeSpan.ALWAYS));
    }

    private static String form(Sums sums) {
        KeptForm form = KeptForm.written();
        sums.keep(form);
        return Arrays.toString(form.bytes());
    }

    /** A path that one time lacks is rare among all paths of both, not as frequent as in the other alone. */
    @Test
    void whatIsOfAllIsCountedWhereThePlaceIsNot() {
        SumsBuilder with = new SumsBuilder(0, 999);
        with.anyPath(5);
        with.path(PATH, 5);
        SumsBuilder without = new SumsBuilder(1000, 1999);
        with.path(PATH, 5);
        without.anyPath(1005);
        without.anyPath(1006);
        without.path(new ComparedPlace(Sort.PATTERN, "other", "2"), 1005);
        ShareTrack track = share(with.sums().merge(without.sums()), PATH, Measure.FREQUENCY);
        assertEquals(2, track.allEvents());
        assertEquals(3, track.allTrials());
    }
}
