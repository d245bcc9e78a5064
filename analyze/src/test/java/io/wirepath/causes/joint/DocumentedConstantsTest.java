package io.wirepath.causes.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of the linker's constants in docs/results/constants.md is whole, and says what the code says. */
class DocumentedConstantsTest {

    private static final Path PAGE = Path.of("..", "docs", "results", "constants.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([\\w.]+)` \\| `([A-Z_]+)` \\| (-?[0-9.]+) \\| .+ \\| .+ \\|$");

    private static final Path MAIN = Path.of("src", "main", "java", "io", "wirepath");

    /** The joint linker; the model of change and the findings, whose rows begin with the package. */
    private static final List<String> SOURCES =
            List.of("causes/joint/", "analyze/change", "analyze/incident", "analyze/finding");

    private static final Pattern CONSTANT =
            Pattern.compile("static final (?:int|long|double) ([A-Z_0-9]+) = (?!Long\\.M|[\\w.]*SIGNATURE_HASHES)");

    /** Markers, layouts and sizes of tables: they change no answer. */
    private static final Set<String> STRUCTURE =
            Set.of(("AGREEING ANY BINS CHAINS ENTRIES_A_TASK FEW FIRST HARDLY HELD_BITS HELD_WORDS INITIAL KINDS "
                            + "LAST_RANK MIN_BITS"
                            + " MIN_COUNTERS LOG2 MANTISSA_BITS MIX MAX_ANSWERS MAX_COUNTERS NANOS_PER_MILLI NANOS_PER_SECOND NONE"
                            + " NO_GAP NO_TALK OCTAVES_ABOVE ORPHAN PORTS SEED SMALL TABLE TABLE_BITS TINY UNDECIDED"
                            + " UNSEEN VERSION ScoreMemo.MAX_BITS INDEPENDENT LOADS_PER_OCTAVE NO_CAUSE"
                            + " NORMAL_95 OF_A_NODE change.RankScores.SCALE incident.NodeChanges.PARTS ROUNDING SCATTER"
                            + " SECOND SORTS SPAN TESTS TOP UNKNOWN MAX_NAMED MAX_REPLICAS NANOS_PER_MICRO")
                    .split(" "));

    static List<String> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void thereIsSuchATable() throws IOException {
        assertTrue(rows().size() > 30, () -> "rows of constants found in " + PAGE);
    }

    @Test
    void everyConstantHasARow() throws IOException {
        Set<String> rows = rows().stream()
                .map(row -> ROW.matcher(row).results().findFirst().orElseThrow())
                .map(cells -> cells.group(1) + '.' + cells.group(2))
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        for (String sources : SOURCES) {
            String prefix = sources.endsWith("/") ? sources : sources.substring(0, sources.lastIndexOf('/') + 1);
            try (Stream<Path> files = Files.walk(MAIN.resolve(sources))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String name = MAIN.resolve(prefix)
                            .relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace('/', '.');
                    CONSTANT.matcher(Files.readString(file))
                            .results()
                            .map(match -> match.group(1))
                            .filter(constant -> !STRUCTURE.contains(constant)
                                    && !STRUCTURE.contains(name + '.' + constant)
                                    && !rows.contains(name + '.' + constant))
                            .forEach(constant -> missing.add(name + '.' + constant));
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void valuesAreThoseOfTheCode(String row) throws ReflectiveOperationException {
        MatchResult cells = ROW.matcher(row).results().findFirst().orElseThrow();
        boolean ofAnalysis = cells.group(1).matches("(change|incident|finding)[.].*");
        String name = (ofAnalysis ? "io.wirepath.analyze." : "io.wirepath.causes.joint.") + cells.group(1);
        Field constant = Class.forName(name).getDeclaredField(cells.group(2));
        constant.setAccessible(true);
        assertEquals(((Number) constant.get(null)).doubleValue(), Double.parseDouble(cells.group(3)));
    }
}
