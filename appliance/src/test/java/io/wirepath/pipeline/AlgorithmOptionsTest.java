package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgorithmOptionsTest {

    @Test
    void withoutOptionsTheValuesAreThoseOfThePapers() {
        AlgorithmOptions options = AlgorithmOptions.parse(List.of());
        assertEquals(LinkingSettings.defaults(), options.linking());
        assertEquals(NestingSettings.defaults(), options.nesting());
        assertEquals(ConvolutionSettings.defaults(), options.convolution());
        assertEquals(AnalysisSettings.defaults(), options.paths());
    }

    @Test
    void eachParameterChangesItsOwn() {
        AlgorithmOptions options = AlgorithmOptions.parse(List.of(
                "linking.y=2.5",
                "linking.outside-roots=no",
                "nesting.z=1",
                "convolution.quantum=5ms",
                "paths.try-both=2",
                "paths.patterns=10000"));
        assertEquals(2.5, options.linking().spontaneousFactor());
        assertFalse(options.linking().outsideCallsAreRoots());
        assertEquals(1, options.nesting().childPenalty());
        assertEquals(2, options.nesting().overlapPenalty());
        assertEquals(5_000_000, options.convolution().quantumNanos());
        assertEquals(10_000_000, options.convolution().toleranceNanos(), "v is two quanta");
        assertEquals(2, options.paths().tryBothBits());
        assertEquals(10_000, options.paths().maxPatterns());
    }

    @Test
    void whatMakesNoSenseIsNamed() {
        assertTrue(problem("linking.z=1").startsWith("'linking.z' is none of linking.y, "));
        assertEquals("nesting.x: 'much' is no number", problem("nesting.x=much"));
        assertEquals("'paths.true' is not of the form paths.true=VALUE", problem("paths.true"));
        assertEquals("of patterns, 1 to 10000 may be described", problem("paths.patterns=10001"));
        assertTrue(problem("paths.false=0.9").contains("a lower bound below the upper one"));
    }

    private static String problem(String option) {
        return assertThrows(IllegalArgumentException.class, () -> AlgorithmOptions.parse(List.of(option)))
                .getMessage();
    }
}
