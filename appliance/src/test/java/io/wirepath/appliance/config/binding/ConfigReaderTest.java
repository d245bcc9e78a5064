package io.wirepath.appliance.config.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigReaderTest {

    @TempDir
    private Path temp;

    private Path file(String text) throws IOException {
        return Files.writeString(temp.resolve("garden.yaml"), text);
    }

    private Garden read(String text) throws Exception {
        return Garden.READER
                .read(new ConfigSources(List.of(file(text)), Map.of(), List.of()))
                .config();
    }

    private String problems(String text) throws IOException {
        return problems(new ConfigSources(List.of(file(text)), Map.of(), List.of()));
    }

    private String problems(ConfigSources sources) {
        ConfigException e = assertThrows(ConfigException.class, () -> Garden.READER.read(sources));
        return e.getMessage().replace(temp + "/", "");
    }

    @Test
    void readsEveryKindOfValue() throws Exception {
        Garden garden = read("""
                name: "front, left"
                pond:
                  volume: 1.5 MiB
                  refill-every: 90s
                  fish: 7
                  frozen: true
                colours:
                  - dark-blue
                  - white
                visits: {anna: 2h, ben: -1.5s}
                shade: 0.5%
                plan: /etc/plan
                neighbour: "[::1]:80"
                """);
        assertEquals(
                new Garden(
                        "front, left",
                        new Garden.Pond(new ByteSize(1_572_864), Duration.ofSeconds(90), 7, true),
                        List.of(Garden.Colour.DARK_BLUE, Garden.Colour.WHITE),
                        Map.of("anna", Duration.ofHours(2), "ben", Duration.ofMillis(-1500)),
                        new Percent(0.5),
                        Path.of("/etc/plan"),
                        new HostPort("::1", 80)),
                garden);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''",
                "# nothing but words",
                "pond:",
                "plan:\nneighbour: ~\n# end",
                "---\nshade: 12.5%",
                "name: kitchen"
            })
    void leavesTheDefaultsWhereNothingIsSaid(String text) throws Exception {
        assertEquals(Garden.DEFAULTS, read(text.replace("\\n", "\n")));
    }

    @Test
    void keepsWhatWasWrittenWhereYamlWouldMakeAnotherThingOfIt() throws Exception {
        assertEquals("no", read("name: no").name());
        assertEquals("010", read("name: 010").name());
        assertEquals("2026-11-21", read("name: 2026-11-21").name());
        assertEquals("null", read("name: \"null\"").name());
    }

    @Test
    void tellsAllProblemsOfAFileAtOnceWithLineColumnAndKey() throws IOException {
        assertEquals("""
                garden.yaml:2:11: pond.volume: '10 Gigs' is not a size; write it like 64KiB, 512MiB or 2GiB
                garden.yaml:3:17: pond.refill-every: 2h is outside 1s to 1h
                garden.yaml:4:9: pond.fish: 'many' is not a whole number
                garden.yaml:5:11: pond.frozen: 'yes' is neither true nor false
                garden.yaml:6:18: colours: 'darkblue' is none of red, dark-blue, white; did you mean dark-blue?
                garden.yaml:7:8: shade: '120%' is more than all; write 0% to 100%
                garden.yaml:9:12: neighbour: 'next door' is not a host and port; write it like 127.0.0.1:4890,\
                 [::1]:4890 or merge.example.org:4890""", problems("""
                        pond:
                          volume: 10 Gigs
                          refill-every: 2h
                          fish: many
                          frozen: yes
                        colours: [white, darkblue]
                        shade: 120%
                        visits: {}
                        neighbour: next door
                        """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour: [red]       | 1:1: colour: there is no such key; did you mean colours?",
                "pond: {volum: 1MiB} | 1:8: pond.volum: there is no such key; did you mean volume?",
                "fish: 3             | 1:1: fish: there is no such key; did you mean pond.fish?",
                "zebra: 3            | 1:1: zebra: there is no such key; possible are pond, name, colours, visits, shade, plan, neighbour",
                "name:               | 1:6: name: there is no value; give one, or remove the line to have the default",
                "name: [a]           | 1:7: name: one value belongs here, not a list",
                "pond: 5             | 1:7: pond: keys belong here, indented, such as volume:",
                "colours: {red: 1}   | 1:10: colours: a list belongs here, [one, two] or a line with '- ' for each, not further keys",
                "colours: [red, red] | 1:16: colours: 'red' stands in the list twice",
                "colours: [[red]]    | 1:11: colours: a single value belongs here",
                "visits: [anna]      | 1:9: visits: names with a value each belong here, {one: 1s, two: 2s}, not a list",
                "just words          | 1:1: keys belong here, such as pond:",
                "'name: a\\nname: b' | 2:1: name: stands here twice; the first is in line 1",
            })
    void saysWhatIsWrongAndWhatWouldBeRight(String text, String problem) throws IOException {
        assertEquals("garden.yaml:" + problem, problems(text.replace("\\n", "\n")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'pond:\\n  fish: 3\\n name: x' | 3:2",
                "'name: \"open'                 | 1:12",
                "'\\tname: x'                   | 1:1",
                "'name: *nobody'                | 1:7",
                "'a: 1\\n---\\nb: 2'            | 2:1",
            })
    void pointsAtWhatIsNoYaml(String text, String place) throws IOException {
        String problem = problems(text.replace("\\n", "\n").replace("\\t", "\t"));
        assertTrue(problem.startsWith("garden.yaml:" + place + ": this is not YAML: "), problem);
    }

    @Test
    void refusesWhatIsNoConfigurationAtAll() throws IOException {
        assertEquals(
                "nowhere.yaml: there is no such file",
                problems(new ConfigSources(List.of(temp.resolve("nowhere.yaml")), Map.of(), List.of())));
        Files.write(temp.resolve("latin.yaml"), "name: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(
                "latin.yaml: this is not UTF-8 text",
                problems(new ConfigSources(List.of(temp.resolve("latin.yaml")), Map.of(), List.of())));
        assertEquals(
                "garden.yaml: this is not YAML: it holds the control character U+0000", problems("name: a\u0000b"));
        assertEquals(
                "garden.yaml: this is not a configuration: it has more than 1 MiB",
                problems("#".repeat((1 << 20) + 1)));
        assertTrue(problems("a: ".repeat(50)).startsWith("garden.yaml:1:"));
        assertTrue(problems("name: " + "[".repeat(5000)).startsWith("garden.yaml"));
    }

    @Test
    void letsLaterSourcesOverrideEarlierOnesKeyByKey() throws Exception {
        Path more = Files.writeString(temp.resolve("more.yaml"), "pond: {fish: 8}\ncolours: [white]\nshade: 2%");
        EffectiveConfig<Garden> effective = Garden.READER.read(new ConfigSources(
                List.of(file("name: file\npond: {fish: 5, frozen: true}\ncolours: [red, dark-blue]"), more),
                Map.of(
                        "GARDEN_SHADE",
                        "3%",
                        "GARDEN_POND_REFILL_EVERY",
                        "5s",
                        "GARDEN_VISITS",
                        "a=1s, b=2s",
                        "HOME",
                        "/"),
                List.of("shade=4%", "colours=dark-blue,white")));
        assertEquals(
                """
                name=file (garden.yaml:1:7)
                pond.volume=1MiB (default)
                pond.refill-every=5s (GARDEN_POND_REFILL_EVERY)
                pond.fish=8 (more.yaml:1:14)
                pond.frozen=true (garden.yaml:2:25)
                colours=dark-blue,white (command line)
                visits=a=1s,b=2s (GARDEN_VISITS)
                shade=4% (command line)
                plan= (default)
                neighbour= (default)
                """,
                effective.settings().stream()
                        .map(each -> "%s=%s (%s)%n".formatted(each.path(), each.value(), each.origin()))
                        .reduce("", String::concat)
                        .replace(temp + "/", ""));
    }

    @Test
    void emptiesWhatMayBeEmptyFromAnySource() throws Exception {
        Garden garden = Garden.READER
                .read(new ConfigSources(
                        List.of(file("plan: /a\nneighbour: a:1\ncolours: [white]\nvisits: {a: 1s}")),
                        Map.of("GARDEN_PLAN", ""),
                        List.of("neighbour=", "colours=", "visits=")))
                .config();
        assertEquals(null, garden.plan());
        assertEquals(null, garden.neighbour());
        assertEquals(List.of(), garden.colours());
        assertEquals(Map.of(), garden.visits());
    }

    @Test
    void tellsProblemsOfEnvironmentAndCommandLineByTheirNames() {
        assertEquals(
                """
                GARDEN_POND_FISHES: no key is called so; did you mean GARDEN_POND_FISH?
                command line: pond.fishes: there is no such key; did you mean fish?
                command line: bond.fish: there is no such key; did you mean pond.fish?
                command line: shade: a value is missing; write shade=value
                GARDEN_POND_VOLUME: pond.volume: 1B is outside 1KiB to 1GiB
                GARDEN_VISITS: visits: 'a' is not of the form name=value,name=value""",
                problems(new ConfigSources(
                        List.of(),
                        Map.of("GARDEN_POND_FISHES", "3", "GARDEN_POND_VOLUME", "1B", "GARDEN_VISITS", "a"),
                        List.of("pond.fishes=3", "bond.fish=3", "shade"))));
    }

    @Test
    void checksRulesBetweenKeysAtTheKeyThatBreaksThem() throws IOException {
        assertEquals(
                "garden.yaml:1:14: pond.fish: a frozen pond has room for 10, not 11",
                problems("pond: {fish: 11, frozen: true}"));
    }
}
