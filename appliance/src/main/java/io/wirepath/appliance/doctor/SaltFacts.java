package io.wirepath.appliance.doctor;

import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.sniff.ContentSalt;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The salts of content signatures: that of this machine's sniffers, and those of which spools tell the fingerprint.
 *
 * @param bySniffer fingerprint of the salt of each sniffer's latest run, by name; only of those that compute signatures
 */
record SaltFacts(Map<String, Long> bySniffer) {

    private static final String SUBJECT = "salt";

    /** What the file that a sniffer's configuration names is worth. */
    static List<CheckResult> ofFile(SnifferConfig config) {
        Path file = config.content().saltFile();
        if (!config.content().enabled() || file == null) {
            return List.of();
        }
        if (ContentSalt.isGiven(config)) {
            return List.of(
                    CheckResult.ok(SUBJECT, "given by " + config.shipping().to() + " at each start"));
        }
        if (!Files.exists(file)) {
            return List.of(CheckResult.warning(
                    SUBJECT,
                    file + " is not there: the sniffers of each user of this machine have a salt of their own",
                    "copy the file of another sniffer, or make one: head -c 32 /dev/urandom > " + file
                            + "; chown root:wirepath " + file + "; chmod 640 " + file));
        }
        try {
            return List.of(CheckResult.ok(
                    SUBJECT,
                    "%s has the fingerprint %016x, and should have it at every sniffer"
                            .formatted(file, ContentSalt.fingerprint(file))));
        } catch (Failure e) {
            return List.of(CheckResult.warning(
                    SUBJECT, String.valueOf(e.getMessage()), "check as root or as the user of the service: wirepath"));
        }
    }

    /** The sniffers of this machine. */
    static SaltFacts of(SnifferConfig config) {
        Map<String, Long> salts = new TreeMap<>();
        inside(config.spool().directory()).forEach(spool -> put(name(spool), spool, salts));
        return new SaltFacts(salts);
    }

    /** The sniffers that a service merges. */
    static SaltFacts of(ServeConfig config) {
        Map<String, Long> salts = new TreeMap<>();
        for (Path sniffer : inside(config.directory().resolve("received"))) {
            inside(sniffer).forEach(incarnation -> put(name(sniffer), incarnation, salts));
        }
        config.spools().forEach(spool -> put(name(spool), spool, salts));
        return new SaltFacts(salts);
    }

    private static void put(String sniffer, Path spool, Map<String, Long> to) {
        latestRun(spool)
                .filter(run -> run.saltFingerprint() != 0)
                .ifPresent(run -> to.put(sniffer, run.saltFingerprint()));
    }

    private static Optional<SnifferRun> latestRun(Path spool) {
        if (!Spool.isSpool(spool)) {
            return Optional.empty();
        }
        try (SpoolReader reader = Spool.read(spool)) {
            reader.seek(reader.lastNumber());
            reader.next();
            return Optional.ofNullable(reader.run());
        } catch (SpoolException e) {
            return Optional.empty();
        }
    }

    private static String name(Path directory) {
        return String.valueOf(directory.getFileName());
    }

    private static List<Path> inside(Path directory) {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** What to think of it. */
    List<CheckResult> results() {
        if (bySniffer.size() < 2) {
            return List.of();
        }
        Map<Long, List<String>> sniffersBySalt = new TreeMap<>();
        bySniffer.forEach((sniffer, salt) ->
                sniffersBySalt.computeIfAbsent(salt, any -> new ArrayList<>()).add(sniffer));
        String each = sniffersBySalt.entrySet().stream()
                .map(salt -> "%s %016x".formatted(String.join(", ", salt.getValue()), salt.getKey()))
                .sorted()
                .collect(Collectors.joining("; "));
        return List.of(
                sniffersBySalt.size() == 1
                        ? CheckResult.ok(SUBJECT, "the same at all sniffers: " + each)
                        : CheckResult.warning(
                                SUBJECT,
                                "sniffers have different salts, so what their messages share is not seen: " + each,
                                "restart those that send over TLS: the receiver gives them its own; copy "
                                        + SnifferConfig.Content.INSTALLED_SALT
                                        + " of its machine to the others, and restart those"));
    }
}
