package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.appliance.ship.ShippingStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShippingLogTest {

    private final List<String> lines = new ArrayList<>();
    private final ShippingLog log = new ShippingLog(lines::add);

    private static ShippingStatus kept(long number, String problem) {
        return new ShippingStatus(problem.isEmpty(), number, number, number, 0, 0, 0, problem);
    }

    @Test
    void tellsEachReasonOnceAndThatItIsOver() {
        log.look("tap", kept(0, ""));
        log.look("tap", kept(0, "merge:7171: refused"));
        log.look("tap", kept(0, "merge:7171: refused"));
        log.look("tap", kept(3, ""));
        log.look("tap", kept(4, ""));
        assertEquals(
                List.of(
                        "shipping of tap: merge:7171: refused; what is not sent stays in its spool",
                        "shipping of tap goes on"),
                lines);
    }

    @Test
    void tellsAtTheEndWhatWasNotSent() {
        log.end("tap", kept(7, ""), 7);
        assertEquals(List.of(), lines);
        log.end("tap", kept(3, ""), 7);
        assertEquals(
                List.of("shipping of tap: up to 4 records were not sent in time; they stay in its spool, and the next"
                        + " start sends them"),
                lines);
    }

    @Test
    void tellsAtTheEndThatNobodyAnswered() {
        log.end("tap", ShippingStatus.NONE, 2);
        assertEquals(
                List.of("shipping of tap: up to 2 records were not sent in time, as nobody has answered yet; they stay"
                        + " in its spool, and the next start sends them"),
                lines);
    }
}
