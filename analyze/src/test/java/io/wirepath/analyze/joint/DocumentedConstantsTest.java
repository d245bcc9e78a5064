package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the linker's constants in docs/algorithms.md says what the code says. */
class DocumentedConstantsTest {

    private static final Path PAGE = Path.of("..", "docs", "algorithms.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([\\w.]+)` \\| `([A-Z_]+)` \\| (-?[0-9.]+) \\| .+ \\| .+ \\|$");

    static List<String> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void thereIsSuchATable() throws IOException {
        assertTrue(rows().size() > 40, () -> "rows of constants found in " + PAGE);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void valuesAreThoseOfTheCode(String row) throws ReflectiveOperationException {
        MatchResult cells = ROW.matcher(row).results().findFirst().orElseThrow();
        String name = "io.wirepath.analyze.joint." + cells.group(1);
        Field constant = Class.forName(name).getDeclaredField(cells.group(2));
        constant.setAccessible(true);
        assertEquals(((Number) constant.get(null)).doubleValue(), Double.parseDouble(cells.group(3)));
    }
}
