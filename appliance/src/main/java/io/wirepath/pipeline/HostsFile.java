package io.wirepath.pipeline;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.SightingSink.NameOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads names in the format of {@code /etc/hosts}: an address, white space, the name; further names on the line and
 * everything behind {@code #} are passed over. What begins like JSON is {@linkplain KubernetesList what Kubernetes
 * prints} of its objects.
 */
public final class HostsFile {

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private HostsFile() {}

    /**
     * Adds the names of a file.
     *
     * @throws Failure when the file cannot be read, or a line is no line of a hosts file
     */
    public static void read(Path file, NodeNames into) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read as a hosts file", e);
        }
        read(lines, file.toString(), into);
    }

    /** The names of a file; none of null. */
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
     * @throws Failure when one is no line of a hosts file
     */
    public static void read(List<String> given, String where, NodeNames into) {
        boolean isJson = !given.isEmpty() && given.get(0).startsWith("{");
        List<String> lines = isJson ? KubernetesList.hosts(String.join("\n", given), where) : given;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty() && !add(WHITE_SPACE.split(line), into)) {
                throw new Failure(where + ": line " + (i + 1)
                        + " is not an address and a name; write it as in /etc/hosts: 10.1.0.11 web1");
            }
        }
    }

    private static boolean add(String[] fields, NodeNames into) {
        if (fields.length < 2) {
            return false;
        }
        try {
            long[] address = AddressText.parse(fields[0]);
            into.add(address[0], address[1], fields[1], NameOrigin.HOSTS_FILE);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
