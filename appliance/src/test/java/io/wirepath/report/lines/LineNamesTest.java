package io.wirepath.report.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LineNamesTest {

    /** Names come from files and packets. */
    @Test
    void noNameCommandsATerminal() {
        LineNames names = new LineNames(Map.of("10.0.0.1", "shop\u001b[2J"));
        assertEquals("shop?[2J:80", names.endpoint(0, 0xffff_0a00_0001L, 80));
        assertEquals("10.0.0.2:80", names.endpoint(0, 0xffff_0a00_0002L, 80));
    }
}
