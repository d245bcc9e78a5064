package io.wirepath.imports.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NameLedgerTest {

    private static final long SECOND = 1_000_000_000L;

    private final NameLedger ledger = new NameLedger(2);

    private boolean tell(long second, String... names) {
        return ledger.tell(
                "pods",
                Stream.of(names)
                        .map(name -> new AddressName("10.0.0.1", name, TimeSpan.ALWAYS, "pods"))
                        .toList(),
                second * SECOND);
    }

    private List<String> rows() {
        return ledger.rows().stream().skip(1).toList();
    }

    @Test
    void whatIsToldFirstHasBeenThereBefore() {
        assertTrue(tell(10, "a"));
        assertFalse(tell(11, "a"));
        assertEquals(List.of("10.0.0.1,a,,,pods"), rows());
    }

    @Test
    void anAddressThatChangesHandsHasBothNames() {
        tell(10, "a");
        assertTrue(tell(20, "b"));
        assertEquals(List.of("10.0.0.1,a,,1970-01-01T00:00:20Z,pods", "10.0.0.1,b,1970-01-01T00:00:20Z,,pods"), rows());
    }

    @Test
    void aSourceThatSaysSinceWhenIsBelieved() {
        tell(10);
        TimeSpan since = new TimeSpan(15 * SECOND, Long.MAX_VALUE);
        ledger.tell("pods", List.of(new AddressName("10.0.0.1", "a", since, "pods")), 20 * SECOND);
        assertEquals(List.of("10.0.0.1,a,1970-01-01T00:00:15Z,,pods"), rows());
    }

    @Test
    void oneSourceEndsNoNameOfAnother() {
        tell(10, "a");
        ledger.tell("zone", List.of(), 20 * SECOND);
        assertEquals(List.of("10.0.0.1,a,,,pods"), rows());
    }

    @Test
    void keepsTheLastThatEnded() {
        tell(1, "a");
        tell(2, "b");
        tell(3, "c");
        tell(4);
        assertEquals(2, rows().size());
        assertTrue(rows().stream().noneMatch(row -> row.startsWith("10.0.0.1,a,")), rows()::toString);
    }

    @Test
    void goesOnWhereItWas() {
        tell(10, "a, \"the\" first");
        tell(20, "b");
        NameLedger later = new NameLedger(2);
        later.restore(AddressName.ofRows(ledger.rows()));
        assertEquals(ledger.rows(), later.rows());
        later.tell("pods", List.of(), 30 * SECOND);
        assertTrue(later.rows().contains("10.0.0.1,b,1970-01-01T00:00:20Z,1970-01-01T00:00:30Z,pods"));
    }

    @Test
    void namesThatAreReadAgainHaveTheirTimes() {
        tell(10, "a");
        tell(20, "b");
        NameLedger read = new NameLedger(2);
        NameList.read(
                ledger.rows(),
                (address, name, when) -> read.restore(List.of(new AddressName(address, name, when, "pods"))));
        assertEquals(ledger.rows(), read.rows());
    }
}
