package io.wirepath.appliance.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.config.binding.ConfigSources;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import io.wirepath.appliance.config.binding.Key;
import io.wirepath.appliance.config.binding.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the files that an operator edits, and the records that the program reads them into, to each other. */
final class ShippedFilesTest {

    private static final Pattern ENTRY = Pattern.compile("( *)([a-z0-9-]+):(.*)");

    private static Path file(String name) {
        return Path.of("../config", name + ".yaml");
    }

    private static ServiceKind<?> kind(String name) {
        return ServiceKind.named(name).orElseThrow();
    }

    private static EffectiveConfig<?> read(String name) throws Exception {
        return kind(name).reader().read(new ConfigSources(List.of(file(name)), Map.of(), List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sniffer", "serve"})
    void sayExactlyTheDefaults(String name) throws Exception {
        assertEquals(kind(name).defaults(), read(name).config());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sniffer", "serve"})
    void nameEveryKeyOfTheRecordInItsOrderAndNoOther(String name) throws Exception {
        List<String> keys = kind(name).schema().keys().stream().map(Key::path).toList();
        assertTrue(keys.size() > 20, keys::toString);
        assertEquals(
                keys, documented(name).keySet().stream().filter(keys::contains).toList());
        for (EffectiveConfig.Setting setting : read(name).settings()) {
            assertEquals(Origin.Kind.FILE, setting.origin().kind(), setting.path());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sniffer", "serve"})
    void documentEveryKeyWithItsDefaultItsRangeAndWhetherItReloads(String name) throws Exception {
        Map<String, String> words = documented(name);
        for (Key key : kind(name).schema().keys()) {
            String comment = words.getOrDefault(key.path(), "");
            assertTrue(comment.matches(".*\\w{3}.*\\bDefault: .+"), key.path() + ": " + comment);
            assertEquals(key.reloadable(), comment.contains("RELOAD"), key.path() + ": " + comment);
            if (key.between() != null) {
                String range = key.between().least() + " to " + key.between().most();
                assertTrue(comment.contains(range), key.path() + " does not say " + range + ": " + comment);
            }
        }
        for (EffectiveConfig.Setting setting : read(name).settings()) {
            String byDefault = setting.byDefault();
            String comment = words.getOrDefault(setting.path(), "");
            String stated = comment.substring(comment.indexOf("Default: "));
            if (!byDefault.isEmpty() && byDefault.indexOf(',') < 0) {
                assertTrue(stated.startsWith("Default: " + byDefault), setting.path() + ": " + stated);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sniffer", "serve"})
    void giveARangeToEveryNumber(String name) {
        for (Key key : kind(name).schema().keys()) {
            boolean ordered = key.type() == int.class || key.type() == Duration.class;
            if (ordered && key.form() == Key.Form.ONE) {
                assertTrue(key.between() != null, key.path());
            }
        }
    }

    /** The comment above each key and section, on one line, by path. */
    private static Map<String, String> documented(String name) throws IOException {
        Map<String, String> comments = new LinkedHashMap<>();
        Deque<String> above = new ArrayDeque<>();
        List<String> comment = new ArrayList<>();
        for (String line : Files.readAllLines(file(name))) {
            Matcher entry = ENTRY.matcher(line);
            if (line.strip().startsWith("#")) {
                comment.add(line.strip().substring(1).strip());
            } else if (entry.matches()) {
                while (above.size() > entry.group(1).length() / 2) {
                    above.removeLast();
                }
                above.addLast(entry.group(2));
                comments.put(String.join(".", above), String.join(" ", comment));
                comment.clear();
            } else {
                comment.clear();
            }
        }
        return comments;
    }
}
