package io.wirepath.appliance.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LogBudgetTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final List<String> lines = new ArrayList<>();
    private final Consumer<String> log = LogBudget.of(lines::add, now::get);

    @Test
    void aFloodIsTwentyLinesAndTenAMinute() {
        for (int second = 0; second < 600; second++) {
            for (int i = 0; i < 1000; i++) {
                log.accept("no");
            }
            now.addAndGet(1_000_000_000L);
        }
        assertEquals(20 + 599 / 6, lines.size());
        assertEquals("no", lines.get(19));
        assertTrue(lines.get(20).matches("no \\([0-9]+ lines before it were left out\\)"), lines.get(20));
    }

    @Test
    void whatHoldsStillIsSaidWhole() {
        for (int i = 0; i < 100; i++) {
            log.accept("line " + i);
            now.addAndGet(6_000_000_000L);
        }
        assertEquals(100, lines.size());
        assertEquals("line 99", lines.get(99));
    }

    @Test
    void noLineIsLongOrCommandsATerminal() {
        log.accept("evil\u001b[2J\ntext".repeat(1000));
        assertEquals(LogBudget.MAX_CHARACTERS + 1, lines.get(0).length());
        assertTrue(lines.get(0).startsWith("evil [2J textevil"), lines.get(0));
    }
}
