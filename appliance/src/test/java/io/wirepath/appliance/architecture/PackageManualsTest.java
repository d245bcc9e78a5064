package io.wirepath.appliance.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every package has a {@code package-info.java}, the classes that it names exist, and Javadoc is not too wide. */
class PackageManualsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A name of two words or more, but not one of a file. */
    private static final Pattern NAMED = Pattern.compile("\\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\\b(?!\\.g4)");

    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w+)");

    private static final Pattern PICTURE = Pattern.compile("(?s)<pre>.*?</pre>");

    private static final int COLUMNS = 120;

    /** What others named so. */
    private static final Set<String> NO_CLASSES =
            Set.of("NetLogger", "NullMarked", "SnakeYAML", "TypeScript", "WatchdogSec");

    private static List<Path> sources;

    @BeforeAll
    static void findSources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            sources = modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(PackageManualsTest::under)
                    .toList();
        }
        assertTrue(sources.size() > 1000, () -> sources.size() + " sources under " + ROOT);
    }

    private static Stream<Path> under(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> found(Pattern pattern, Path file, int group) {
        try {
            return pattern.matcher(Files.readString(file))
                    .results()
                    .map((MatchResult match) -> match.group(group))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyPackageHasOne() {
        Set<Path> without = new TreeSet<>();
        sources.forEach(file -> without.add(file.getParent()));
        without.removeIf(directory -> Files.exists(directory.resolve("package-info.java")));
        assertEquals(Set.of(), without);
    }

    @Test
    void theClassesThatItNamesExist() {
        Set<String> classes = sources.stream()
                .flatMap(file -> found(DECLARED, file, 1).stream())
                .collect(Collectors.toSet());
        classes.addAll(NO_CLASSES);
        Set<String> unknown = new TreeSet<>();
        sources.stream()
                .filter(file -> file.endsWith("package-info.java"))
                .forEach(file -> found(NAMED, file, 0).forEach(name -> {
                    if (!classes.contains(name)) {
                        unknown.add(ROOT.relativize(file) + ": " + name);
                    }
                }));
        assertEquals(Set.of(), unknown);
    }

    @Test
    void javadocWrapsAt120ColumnsButForPictures() throws IOException {
        Set<String> wide = new TreeSet<>();
        for (Path file : sources) {
            String text = PICTURE.matcher(Files.readString(file)).replaceAll("");
            text.lines()
                    .filter(line -> line.length() > COLUMNS && line.strip().matches("(/\\*)?\\*.*"))
                    .forEach(line -> wide.add(ROOT.relativize(file) + ": " + line.strip()));
        }
        assertEquals(Set.of(), wide);
    }
}
