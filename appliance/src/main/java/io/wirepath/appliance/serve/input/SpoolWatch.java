package io.wirepath.appliance.serve.input;

import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds spools: those that are named, and whatever appears below the directory of received ones. Each is found once.
 * Used by one thread.
 */
public final class SpoolWatch {

    /** What stands for all spools of a directory, as a shell leaves it where there is none yet. */
    public static final String ALL = "*";

    private final List<Path> spools;
    private final Path received;
    private final SnifferLedger ledger;
    private final Consumer<String> log;
    private final Set<Path> open = new HashSet<>();
    private final Map<Path, String> complained = new LinkedHashMap<>();

    /**
     * Watches.
     *
     * @param spools spools of this machine, which may come later; the last part of the path names the sniffer, or is
     *     {@value #ALL}
     * @param received holds a directory for each sniffer, with one for each incarnation of its spool
     * @param log takes a line for each spool that is found or cannot be used
     */
    public SpoolWatch(List<Path> spools, Path received, SnifferLedger ledger, Consumer<String> log) {
        this.spools = spools;
        this.received = received;
        this.ledger = ledger;
        this.log = log;
    }

    /** Spools that are there and were not found before; the caller closes them. */
    public List<Feed> look() {
        List<Feed> found = new ArrayList<>();
        places(spools, received).forEach((spool, sniffer) -> look(sniffer, spool, found));
        return found;
    }

    /**
     * Directories that may hold a spool, each with the name of the sniffer.
     *
     * @param spools as they are named
     * @param received holds those that were received
     */
    public static Map<Path, String> places(List<Path> spools, Path received) {
        Map<Path, String> places = new LinkedHashMap<>();
        meant(spools).forEach(spool -> places.put(spool, name(spool)));
        for (Path sniffer : inside(received)) {
            inside(sniffer).forEach(incarnation -> places.put(incarnation, name(sniffer)));
        }
        return places;
    }

    /** The directories that are meant where the last part of a path may be {@value #ALL}. */
    public static List<Path> meant(List<Path> spools) {
        return spools.stream()
                .flatMap(named -> {
                    Path above = named.toAbsolutePath().getParent();
                    return above != null && name(named).equals(ALL) ? inside(above).stream() : Stream.of(named);
                })
                .toList();
    }

    private void look(String sniffer, Path directory, List<Feed> found) {
        if (open.contains(directory) || !Spool.isSpool(directory)) {
            return;
        }
        try {
            found.add(new SpoolFeed(sniffer, directory, ledger));
            open.add(directory);
            complained.remove(directory);
            log.accept("reading spool " + directory + " of sniffer " + sniffer);
        } catch (SpoolException e) {
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(complained.put(directory, problem))) {
                log.accept(problem);
            }
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static List<Path> inside(Path directory) {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(Files::isDirectory).sorted().toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of();
        }
    }
}
