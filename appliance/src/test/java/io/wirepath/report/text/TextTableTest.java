package io.wirepath.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTableTest {

    @Test
    void cutsColumnsOfTextAlikeSoThatNoneLosesAllThatTellsItsRowsApart() {
        TextTable table = new TextTable("<from", "<to", "connections");
        String from = "a-name-of-forty-characters-in-all-here-1";
        table.row(from, from.replace("-1", "-2"), "17");
        table.row(from, from.replace("-1", "-3"), "18");
        StringBuilder to = new StringBuilder();
        table.print(to, new Style(false, 80));
        assertEquals(80, to.toString().lines().mapToInt(String::length).max().orElse(0));
        assertEquals(3, to.toString().lines().distinct().count());
        assertEquals(31, to.toString().lines().skip(1).findFirst().orElse("").indexOf('…') - 1);
    }

    @Test
    void keepsWhatTellsRowsApartThoughTheyBeginAndEndAlike() {
        TextTable table = new TextTable("<path");
        String begin = "CLIENT → web → app → [redis, dns] → auth → store → search → index → cart → ";
        String end = " → tax → billing → ledger → audit → archive → mirror → backup";
        for (String middle : List.of("pg", "mysql", "mysql → pg", "cache")) {
            table.row(begin + middle + end);
        }
        StringBuilder to = new StringBuilder();
        table.print(to, new Style(false, 80));
        assertEquals(80, to.toString().lines().mapToInt(String::length).max().orElse(0));
        assertEquals(5, to.toString().lines().distinct().count(), to::toString);
    }
}
