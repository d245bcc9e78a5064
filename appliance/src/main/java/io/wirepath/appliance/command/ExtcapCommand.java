package io.wirepath.appliance.command;

import io.wirepath.appliance.extcap.IncidentTaps;
import io.wirepath.appliance.extcap.RingTap;
import io.wirepath.appliance.extcap.Tap;
import io.wirepath.appliance.listen.TokenFile;
import io.wirepath.appliance.serve.input.SpoolWatch;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import io.wirepath.sniffer.file.RingKey;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath extcap}: what Wireshark starts to see rings and incidents among its interfaces. */
@Command(
        name = "extcap",
        description = {
            "Shows rings of packets and a service's incidents in Wireshark, as interfaces to capture from.",
            "Wireshark starts it, by a script in its folder of extcap plugins, which --plugin writes."
        },
        footer = {
            "",
            "Example:",
            "  wirepath extcap --plugin ~/.config/wireshark/extcap/wirepath --serve http://127.0.0.1:7170 'spools/*'"
        })
final class ExtcapCommand extends StandardOptions {

    /** In a sentence of the protocol, braces end a value. */
    private static final String BRACES = "[{}]";

    private static final String LINK_TYPE =
            sentence("dlt", "number=1", "name=EN10MB", "display=Ethernet, others as they were captured");

    private static final String OF_A_RING =
            sentence("arg", "number=0", "call=--last", "display=Seconds of the past", "type=unsigned", "default=60")
                    + sentence(
                            "arg",
                            "number=1",
                            "call=--follow",
                            "display=Go on with packets as they come",
                            "type=boolean",
                            "default=true");

    @Parameters(
            paramLabel = "SPOOL",
            arity = "0..*",
            description = "Spools that sniff --ring SIZE keeps packets beside; 'DIRECTORY/*' for all of a directory.")
    private List<Path> spools = new ArrayList<>();

    @Option(names = "--serve", paramLabel = "URL", order = 1, description = "The service whose incidents are shown.")
    private @Nullable URI serve;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            order = 2,
            description = "With the token that the service asks for, of a caller who may ask.")
    private @Nullable Path tokenFile;

    @Option(names = "--plugin", paramLabel = "FILE", order = 3, description = "Writes the script for Wireshark.")
    private @Nullable Path plugin;

    @Option(names = "--extcap-interfaces", order = 4, description = "Lists the interfaces.")
    private boolean list;

    @Option(names = "--extcap-interface", paramLabel = "NAME", order = 5, description = "Which one is meant.")
    private @Nullable String name;

    @Option(names = "--extcap-dlts", order = 6, description = "Tells the link type.")
    private boolean linkTypes;

    @Option(names = "--extcap-config", order = 7, description = "Tells the options of an interface.")
    private boolean config;

    @Option(names = "--capture", order = 8, description = "Writes the packets to the pipe.")
    private boolean capture;

    @Option(names = "--fifo", paramLabel = "FILE", order = 9, description = "The pipe.")
    private @Nullable Path fifo;

    @Option(names = "--last", paramLabel = "SECONDS", order = 10, description = "Of a ring, how much of the past; 60.")
    private long lastSeconds = 60;

    @Option(
            names = "--follow",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            order = 11,
            description = "Of a ring, whether to go on with packets as they come; true.")
    private boolean follow = true;

    @SuppressWarnings("UnusedVariable") // said by each Wireshark, and the answer is the same for all
    @Option(names = "--extcap-version", paramLabel = "VERSION", hidden = true)
    private @Nullable String version;

    @Option(names = "--extcap-capture-filter", paramLabel = "EXPRESSION", hidden = true)
    private @Nullable String filter;

    @Override
    public Integer call() throws IOException {
        if (plugin != null) {
            write(plugin);
        } else if (list) {
            console.print("extcap {version=1.0}{display=Wirepath}\n");
            for (Tap tap : taps()) {
                console.print(sentence("interface", "value=" + tap.name(), "display=" + tap.title()));
            }
        } else if (name == null) {
            throw refusal("--extcap-interfaces lists what --extcap-interface names");
        } else if (linkTypes) {
            console.print(LINK_TYPE);
        } else if (config) {
            console.print(name.startsWith(RingTap.PREFIX) ? OF_A_RING : "");
        } else if (capture && fifo != null) {
            capture(wanted(name), fifo);
        } else if (filter != null) {
            console.print("no capture filter, please: take a display filter\n");
        }
        return CommandTree.DONE;
    }

    /**
     * The script. For each interface Wireshark asks for its options as it starts: the script knows these answers, so
     * that a Java starts for the list alone.
     */
    private void write(Path script) throws IOException {
        List<String> words =
                new ArrayList<>(List.of(launcher(Path.of(System.getProperty("wirepath.home", "."))), "extcap"));
        if (serve != null) {
            words.addAll(List.of("--serve", serve.toString()));
        }
        if (tokenFile != null) {
            words.addAll(List.of("--token-file", tokenFile.toAbsolutePath().toString()));
        }
        spools.forEach(spool -> words.add(spool.toAbsolutePath().toString()));
        String command = words.stream().map(ExtcapCommand::quoted).collect(Collectors.joining(" "));
        String text = """
                #!/bin/sh
                # Shows Wirepath's rings and incidents in Wireshark; written by: wirepath extcap --plugin
                case "$*" in
                *--extcap-dlts*) printf %%s %s ;;
                *--extcap-config*) case "$*" in *%s*) printf %%s %s ;; esac ;;
                *) %s exec %s "$@" ;;
                esac
                """.formatted(quoted(LINK_TYPE), RingTap.PREFIX, quoted(OF_A_RING), keyOfRings(), command);
        try (OutputFile file = OutputFile.open(script, List.of(), OutputForm.SCRIPT)) {
            file.write(draft -> {
                Files.writeString(draft, text);
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
            });
        }
        console.print("Wrote " + script + "\n");
    }

    /** Wireshark has another path than a shell: the program by its place, in a checkout or in a package. */
    static String launcher(Path home) {
        return Stream.of(home.resolve("wirepath"), home.resolve("../../bin/wirepath"))
                .map(each -> each.toAbsolutePath().normalize())
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElse("wirepath");
    }

    /** Wireshark has another environment, too: the file with the key, where this process was told of one. */
    private static String keyOfRings() {
        String key = System.getenv(RingKey.VARIABLE);
        return key == null
                ? ":;"
                : "export " + RingKey.VARIABLE + "="
                        + quoted(Path.of(key).toAbsolutePath().toString()) + ";";
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private void capture(Tap tap, Path to) throws IOException {
        if (filter != null && !filter.isBlank()) {
            throw new Failure("there are no capture filters here: take a display filter");
        }
        if (tap.name().startsWith(RingTap.PREFIX)) {
            String sniffer = tap.name().substring(RingTap.PREFIX.length());
            List<String> read = SpoolWatch.meant(spools).stream()
                    .filter(spool -> spool.endsWith(sniffer))
                    .map(Path::toString)
                    .toList();
            RingReaders.of(console::complain).reading(read, words());
        }
        try (OutputStream pipe = Files.newOutputStream(to)) {
            tap.capture(new Tap.Span(Duration.ofSeconds(lastSeconds), follow), pipe);
        }
    }

    private Tap wanted(String of) throws IOException {
        return taps().stream()
                .filter(tap -> tap.name().equals(of))
                .findFirst()
                .orElseThrow(() -> new Failure("there is no interface " + of + " any more"));
    }

    /** Rings first: they are there whether or not a service answers. */
    private List<Tap> taps() throws IOException {
        List<Tap> taps = new ArrayList<>();
        for (Path spool : SpoolWatch.meant(spools)) {
            RingTap.of(spool).ifPresent(taps::add);
        }
        if (serve != null) {
            String token = tokenFile == null ? null : TokenFile.read(tokenFile);
            try {
                taps.addAll(new IncidentTaps(serve, token).list());
            } catch (Failure e) {
                console.complain(Failure.reason(e));
            }
        }
        return taps;
    }

    private static String sentence(String word, String... values) {
        return Stream.of(values)
                .map(value -> "{" + value.replaceAll(BRACES, "|") + "}")
                .collect(Collectors.joining("", word + " ", "\n"));
    }
}
