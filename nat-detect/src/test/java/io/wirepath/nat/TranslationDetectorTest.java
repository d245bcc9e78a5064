package io.wirepath.nat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TranslationDetectorTest {

    private final TranslationDetector detector = new TranslationDetector();

    private static Endpoint host(int number, int port) {
        return new Endpoint(0, 0xffff0a000000L + number, port);
    }

    @Test
    void addsConnectionsOfOneTranslation() {
        for (int i = 0; i < 3; i++) {
            Endpoint client = host(1 + i, 40_000 + i);
            detector.add(
                    new FlowTuple(client, host(100, 80)), new FlowTuple(client, host(9, 8080)), 6, 2, 50 - i, 100 + i);
        }
        assertEquals(1, detector.translations().size());
        Translation found = detector.translations().get(0);
        assertEquals(Translation.Kind.DESTINATION, found.kind());
        assertEquals(
                List.of("*", "10.0.0.100:80", "*", "10.0.0.9:8080"),
                List.of(found.fromSource(), found.fromDestination(), found.toSource(), found.toDestination()));
        assertEquals(3, found.connections());
        assertEquals(6, found.evidence());
        assertEquals(48, found.firstNanos());
        assertEquals(102, found.lastNanos());
    }

    @Test
    void isSurerOfSegmentsThanOfDatagramsAndOfMuchThanOfLittle() {
        record Case(int transport, long evidence, double least, double most) {}
        for (Case c : List.of(
                new Case(6, 1, 0.999_999, 1),
                new Case(17, 2, 0.999, 0.999_9),
                new Case(17, 3, 0.999_99, 1),
                new Case(17, 1000, 1, 1))) {
            TranslationDetector own = new TranslationDetector();
            own.add(
                    new FlowTuple(host(1, 1), host(2, 2)),
                    new FlowTuple(host(3, 3), host(2, 2)),
                    c.transport,
                    c.evidence,
                    0,
                    0);
            Translation found = own.translations().get(0);
            assertEquals(Translation.Kind.SOURCE, found.kind());
            assertTrue(found.confidence() >= c.least && found.confidence() <= c.most, c + ": " + found.confidence());
        }
    }

    @Test
    void equalEndsAreNone() {
        FlowTuple same = new FlowTuple(host(1, 1), host(2, 2));
        detector.add(same, same, 6, 5, 0, 0);
        assertEquals(List.of(), detector.translations());
    }
}
