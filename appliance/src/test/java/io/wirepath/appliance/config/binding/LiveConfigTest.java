package io.wirepath.appliance.config.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LiveConfigTest {

    @TempDir
    private Path temp;

    private final List<Garden> applied = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Path file;
    private LiveConfig<Garden> live;

    @BeforeEach
    void start() throws Exception {
        file = temp.resolve("garden.yaml");
        write("shade: 10%\npond: {refill-every: 1min, fish: 3}");
        ConfigSources sources = new ConfigSources(List.of(file), Map.of(), List.of());
        live = new LiveConfig<>(
                Garden.READER,
                sources,
                Garden.READER.read(sources),
                garden -> {
                    if (garden.shade().equals(new Percent(66))) {
                        throw new IOException("66% will not do");
                    }
                    applied.add(garden);
                },
                line -> log.add(line.replace(temp + "/", "")));
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    @Test
    void takesWhatMayChangeAndNamesWhatNeedsARestart() throws IOException {
        write("shade: 20%\npond: {refill-every: 30s, fish: 4}");
        live.reload();
        assertEquals(
                List.of(
                        "configuration: pond.fish: 3 → 4 needs a restart; until then it stays",
                        "configuration: pond.refill-every: 1min → 30s",
                        "configuration: shade: 10% → 20%"),
                log);
        assertEquals(1, applied.size());
        assertEquals(live.current(), applied.get(0));
        assertEquals(new Percent(20), live.current().shade());
        assertEquals(Duration.ofSeconds(30), live.current().pond().refillEvery());
        assertEquals(3, live.current().pond().fish());
    }

    @Test
    void keepsEverythingWhenTheFileHasAnError() throws IOException {
        Garden before = live.current();
        write("shade: 20%\npond: {refill-every: 30, fish: 4}");
        live.reload();
        assertEquals(
                List.of(
                        "configuration: garden.yaml:2:22: pond.refill-every: '30' is not a time span; write it like 2s, 500ms or 1.5s",
                        "configuration: it has errors, so everything stays as it was"),
                log);
        assertEquals(before, live.current());
        assertEquals(List.of(), applied);
    }

    @Test
    void keepsEverythingWhenTheProcessRefusesTheNewValues() throws IOException {
        Garden before = live.current();
        write("shade: 66%\npond: {refill-every: 1min, fish: 3}");
        live.reload();
        assertEquals(
                List.of("configuration: the new values were refused, so everything stays as it was: 66% will not do"),
                log);
        assertEquals(before, live.current());
    }

    @Test
    void appliesNothingWhenNothingOrOnlyWhatNeedsARestartIsNew() throws IOException {
        live.reload();
        write("shade: 10%\npond: {refill-every: 60s, fish: 5}");
        live.reload();
        assertEquals(
                List.of(
                        "configuration: read again, nothing is new",
                        "configuration: pond.fish: 3 → 5 needs a restart; until then it stays"),
                log);
        assertEquals(List.of(), applied);
    }

    @Test
    void goesBackToTheDefaultOfAKeyThatWasRemoved() throws IOException {
        write("pond: {refill-every: 1min, fish: 3}");
        live.reload();
        assertEquals(List.of("configuration: shade: 10% → 12.5%"), log);
        assertEquals(Garden.DEFAULTS.shade(), live.current().shade());
    }
}
