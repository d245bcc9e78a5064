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
        for (Path named : spools) {
            Path above = named.toAbsolutePath().getParent();
            List<Path> meant = above != null && name(named).equals(ALL) ? inside(above) : List.of(named);
            for (Path spool : meant) {
                look(name(spool), spool, found);
            }
        }
        for (Path sniffer : inside(received)) {
            for (Path incarnation : inside(sniffer)) {
                look(name(sniffer), incarnation, found);
            }
        }
        return found;
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
