package io.wirepath.appliance.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
