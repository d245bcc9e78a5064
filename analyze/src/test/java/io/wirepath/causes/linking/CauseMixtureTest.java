package io.wirepath.causes.linking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that each follow another at one pause, which happens to few by chance. */
class CauseMixtureTest {

    private static final int BINS = 18;
    private static final double BIN_NANOS = 1e6;

    /** Other messages come by at one in ten milliseconds. */
    private static final double RATE = 1e-7;

    static Stream<Arguments> howMany() {
        return Stream.of(arguments(2, 1.0), arguments(3, 1.0), arguments(300, 0.01));
    }

    @ParameterizedTest
    @MethodSource("howMany")
    void aHandfulProvesNoCause(int messages, double none) {
        CauseMixture mixture = new CauseMixture(2 * messages);
        CauseMixture.Group group = mixture.group(messages);
        double[] widths = new double[BINS];
        Arrays.fill(widths, BIN_NANOS);
        CauseMixture.Source source = group.source(widths, 0.3);
        for (int message = 0; message < messages; message++) {
            mixture.add(messages + message, message, source, 3, RATE);
        }
        mixture.fit();
        assertEquals(none, mixture.causes(messages, (cause, probability) -> {}), 0.01);
    }
}
