package io.wirepath.pipeline;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names of addresses from a file, or from all files of a directory, in any form that {@link NameList} reads. */
public final class NameFile {

    /** Heading of the {@linkplain #lines common form}. */
    private static final String HEADING = "address,name,from,to";

    private NameFile() {}

    /**
     * Adds the names of a file, or of all files of a directory.
     *
     * @throws Failure when one cannot be read, or makes no sense
     */
    public static void read(Path file, NodeNames into) {
        show(file, sink(into));
    }

    private static List<Path> files(Path file) {
        if (!Files.isDirectory(file)) {
            return List.of(file);
        }
        try (Stream<Path> inside = Files.list(file)) {
            return inside.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read", e);
        }
    }

    /** The names of a file, or of a directory; none of null. */
    public static NodeNames namesOf(@Nullable Path file) {
        NodeNames names = NodeNames.ofHeap();
        if (file != null) {
            read(file, names);
        }
        return names;
    }

    /**
     * Adds the names of these lines.
     *
     * @param given the lines
     * @param where they come from, for complaints
     * @throws Failure when they make no sense
     */
    public static void read(List<String> given, String where, NodeNames into) {
        show(given, where, sink(into));
    }

    private static AddressNameSink sink(NodeNames into) {
        return (address, name, when) -> {
            long[] halves = AddressText.parse(address);
            into.lend(halves[0], halves[1], name, NameOrigin.HOSTS_FILE, when);
        };
    }

    private static void show(Path file, AddressNameSink to) {
        for (Path each : files(file)) {
            try {
                show(Files.readAllLines(each), each.toString(), to);
            } catch (IOException e) {
                throw Failure.of(each, "cannot be read as a list of names", e);
            }
        }
    }

    private static void show(List<String> given, String where, AddressNameSink to) {
        try {
            NameList.read(given, to);
        } catch (IllegalArgumentException e) {
            throw new Failure(where + ": " + e.getMessage(), e);
        }
    }

    /**
     * The names of a file, or of a directory, in one form that is read again: a table of addresses, names and times; no
     * line of null.
     *
     * @throws Failure as {@link #read}
     */
    public static List<String> lines(@Nullable Path file) {
        if (file == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(HEADING));
        show(
                file,
                (address, name, when) -> lines.add(
                        address + "," + cell(name) + "," + moment(when.fromNanos()) + "," + moment(when.toNanos())));
        return lines;
    }

    /** As a table has it (RFC 4180). */
    private static String cell(String name) {
        boolean isPlain = name.indexOf(',') < 0 && name.indexOf('"') < 0;
        return isPlain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static String moment(long nanos) {
        boolean isBound = nanos != Long.MIN_VALUE && nanos != Long.MAX_VALUE;
        return isBound ? Instant.EPOCH.plusNanos(nanos).toString() : "";
    }
}
