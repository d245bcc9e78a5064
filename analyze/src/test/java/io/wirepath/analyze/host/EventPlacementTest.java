package io.wirepath.analyze.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.MessageTable;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Events of applications on the calls that their host had open. */
final class EventPlacementTest {

    private static HostRecord event(String host, double millis, double uncertainMillis, String id) {
        return new HostRecord(
                Math.round(millis * 1e6),
                Math.round(uncertainMillis * 1e6),
                host,
                "app",
                "Info",
                "event",
                Double.NaN,
                id,
                "");
    }

    /** A client asks a twice, at the same time for 5 ms, and a asks b. */
    private static Analysis shop() {
        CallTrace trace = new CallTrace();
        trace.call("client", "a", 0, 20);
        trace.call("client", "a", 15, 30);
        trace.call("a", "b", 5, 10);
        MessageTable messages = trace.build();
        return Analyzer.analyze(messages, Algorithms.byName("nesting"), AnalysisSettings.defaults());
    }

    private static String places(HostRecord... events) {
        Analysis shop = shop();
        StringBuilder to = new StringBuilder();
        for (List<EventPlacement.Place> places : EventPlacement.of(shop.messages(), shop.calls(), List.of(events))) {
            to.append('[');
            places.forEach(place ->
                    to.append(String.format(Locale.ROOT, " %.2f@%s", place.probability(), call(shop, place.call()))));
            to.append(" ]");
        }
        return to.toString();
    }

    private static long call(Analysis shop, int call) {
        return shop.messages().record(shop.calls().request()[call]);
    }

    @Test
    void anEventLiesOnTheCallThatItsHostHadInHand() {
        assertEquals(
                "[ 1.00@0 ][ 1.00@1 ][ ]", places(event("a", 7, 0, ""), event("A", 25, 0, ""), event("a", 40, 0, "")));
        assertEquals("[ 1.00@2 ]", places(event("b.shop.example", 7, 0, "")));
        assertEquals("[ ]", places(event("elsewhere", 7, 0, "")));
    }

    @Test
    void ofTwoOpenCallsItLiesOnEachAsLikely() {
        assertEquals("[ 0.50@0 0.50@1 ]", places(event("a", 17, 0, "")));
    }

    @Test
    void eventsOfOneIdentityLieOnTheSameCall() {
        assertEquals("[ 1.00@1 ][ 1.00@1 ]", places(event("a", 17, 0, "x"), event("a", 25, 0, "x")));
    }

    /** Both requests to a are open at 17 ms; b works for the first alone. */
    @Test
    void oneIdentityOnTwoHostsIsOneRequest() {
        assertEquals("[ 1.00@0 ][ 1.00@2 ]", places(event("a", 17, 0, "x"), event("b", 7, 0, "x")));
        assertEquals("[ 0.50@0 0.50@1 ][ 1.00@2 ]", places(event("a", 17, 0, "y"), event("b", 7, 0, "x")));
    }

    @Test
    void aHostThatServesNothingHasTheLifelinesOfItsOwnCalls() {
        assertEquals("[ 1.00@0 ]", places(event("client", 7, 0, "")));
    }

    @Test
    void whatTheClockLeavesOpenStaysOpen() {
        Analysis shop = shop();
        EventPlacement.Place place = EventPlacement.of(shop.messages(), shop.calls(), List.of(event("a", 29, 1.96, "")))
                .get(0)
                .get(0);
        assertTrue(
                Math.abs(place.probability() - 0.8413) < 0.001,
                "within one standard deviation of the call's end: " + place.probability());
    }
}
