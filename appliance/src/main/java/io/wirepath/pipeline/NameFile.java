package io.wirepath.pipeline;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.imports.names.AddressName;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names of addresses from a file, or from all files of a directory, in any form that {@link NameList} reads. */
public final class NameFile {

    private NameFile() {}

    /**
     * Adds the names of a file, or of all files of a directory.
     *
     * @throws Failure when one cannot be read, or makes no sense
     */
    public static void read(Path file, NodeNames into) {
        for (Path each : files(file)) {
            show(each, sink(into, NameOrigin.HOSTS_FILE));
        }
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
        read(given, where, NameOrigin.HOSTS_FILE, into);
    }

    /** The same of names of this origin. */
    public static void read(List<String> given, String where, NameOrigin origin, NodeNames into) {
        show(given, where, sink(into, origin));
    }

    private static AddressNameSink sink(NodeNames into, NameOrigin origin) {
        return (address, name, when) -> {
            long[] halves = AddressText.parse(address);
            into.lend(halves[0], halves[1], name, origin, when);
        };
    }

    private static void show(Path file, AddressNameSink to) {
        try {
            show(Files.readAllLines(file), file.toString(), to);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read as a list of names", e);
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
     * The names of a file, or of a directory, in one form that is read again, {@linkplain AddressName#row a
     * table}; no line of null.
     *
     * @throws Failure as {@link #read}
     */
    public static List<String> lines(@Nullable Path file) {
        if (file == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(AddressName.HEADING));
        for (Path each : files(file)) {
            show(each, (address, name, when) -> lines.add(new AddressName(address, name, when, each.toString()).row()));
        }
        return lines;
    }
}
