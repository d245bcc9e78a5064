package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.pipeline.AlgorithmOptions;
import io.wirepath.pipeline.Console;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/papers.md names only classes, tests, verbs, options and benches that there are. */
class PapersPageTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern CLASS = Pattern.compile("([A-Z]\\w+[a-z]\\w*)(?:\\.([a-z]\\w*))?");
    private static final Pattern OPTION = Pattern.compile("(?:^|\\s)(--[a-z][-a-z]*)");
    private static final Pattern PARAMETER =
            Pattern.compile("--option ((?:linking|nesting|convolution|paths)\\.[-a-z]*[a-z])");

    /** Benches parse their own options. */
    private static final Pattern BENCH = Pattern.compile("(bench/[a-z]+).*");

    private static final Map<String, Path> SOURCES = new TreeMap<>();
    private static final Set<String> WORDS = new TreeSet<>();

    private static List<String> spans = List.of();

    @BeforeAll
    static void read() throws IOException {
        for (String module : List.of("sniffer", "flows", "merge", "analyze", "appliance", "bench", "nat-detect")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file ->
                                SOURCES.put(file.getFileName().toString().replace(".java", ""), file));
            }
        }
        collect(CommandTree.line(new Console(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                false,
                false,
                false)));
        String page = Files.readString(ROOT.resolve("docs/papers.md"), StandardCharsets.UTF_8);
        spans = SPAN.matcher(page).results().map(found -> found.group(1)).toList();
        assertTrue(spans.size() > 90, () -> spans.size() + " names on the page");
    }

    /** Verbs and options, also of verbs below verbs. */
    private static void collect(CommandLine line) {
        WORDS.addAll(line.getCommandSpec().names());
        line.getCommandSpec().options().forEach(option -> WORDS.addAll(List.of(option.names())));
        line.getSubcommands().values().forEach(PapersPageTest::collect);
    }

    @Test
    void namesClassesAndTestsThatExist() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String span : spans) {
            Matcher named = CLASS.matcher(span);
            if (named.matches()) {
                Path source = SOURCES.get(named.group(1));
                String method = named.group(2);
                boolean isThere = source != null
                        && (method == null || Files.readString(source).contains(" " + method + "("));
                if (!isThere) {
                    missing.add(span);
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void namesOptionsAndBenchesThatExist() {
        List<String> missing = new ArrayList<>();
        for (String span : spans) {
            Matcher bench = BENCH.matcher(span);
            if (bench.matches()) {
                if (!Files.isExecutable(ROOT.resolve(bench.group(1)))) {
                    missing.add(span);
                }
            } else {
                OPTION.matcher(span)
                        .results()
                        .map(found -> found.group(1))
                        .filter(option -> !WORDS.contains(option))
                        .forEach(missing::add);
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void namesParametersThatExist() {
        Set<String> named = spans.stream()
                .flatMap(span -> PARAMETER.matcher(span).results().map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(named.size() > 3, named::toString);
        List<String> known = List.of(AlgorithmOptions.names().split(", "));
        assertEquals(
                Set.of(), named.stream().filter(name -> !known.contains(name)).collect(Collectors.toSet()));
    }
}
