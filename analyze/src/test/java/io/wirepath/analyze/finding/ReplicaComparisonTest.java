package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.ReplicaComparison.Difference;
import io.wirepath.analyze.finding.ReplicaComparison.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaComparisonTest {

    private static List<Sample> samples(int number, long kind, double nanos) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            samples.add(new Sample(i, kind, nanos + i % 3));
        }
        return samples;
    }

    @Test
    void comparesLikeWithLikeWhenTheMixDiffers() {
        List<Sample> mostlyFast = new ArrayList<>(samples(200, 1, 1000));
        mostlyFast.addAll(samples(50, 2, 9000));
        List<Sample> mostlySlow = new ArrayList<>(samples(50, 1, 1000));
        mostlySlow.addAll(samples(200, 2, 9000));
        Difference difference = ReplicaComparison.of(mostlySlow, mostlyFast).orElseThrow();
        assertEquals(0, difference.nanos(), 1.5);
    }

    @Test
    void isNotMovedByAFewOddValues() {
        List<Sample> one = new ArrayList<>(samples(100, 1, 1500));
        List<Sample> other = new ArrayList<>(samples(100, 1, 1000));
        for (int i = 0; i < 10; i++) {
            other.add(new Sample(10L * i, 1, 1e9));
        }
        assertEquals(500, ReplicaComparison.of(one, other).orElseThrow().nanos(), 2);
    }

    @Test
    void saysNothingOfKindsThatOnlyOneSideHas() {
        assertTrue(ReplicaComparison.of(samples(100, 1, 1000), samples(100, 2, 5000))
                .isEmpty());
    }

    @Test
    void widensTheIntervalWhereStretchesOfTimeDisagree() {
        List<Sample> moody = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            moody.add(new Sample(i, 1, 1000 + (i / 10 % 2 == 0 ? 800 : -800)));
        }
        Difference difference =
                ReplicaComparison.of(moody, samples(120, 1, 1000)).orElseThrow();
        assertTrue(difference.halfWidthNanos() > 400, "half-width " + difference.halfWidthNanos());
        assertTrue(Math.abs(difference.standardErrors()) < 2);
    }

    @Test
    void knowsStudentsQuantiles() {
        assertEquals(2.571, ReplicaComparison.student(1.95996, 5), 0.01);
        assertEquals(2.201, ReplicaComparison.student(1.95996, 11), 0.002);
        assertTrue(ReplicaComparison.criticalValue(0.001) > 3.09);
    }
}
