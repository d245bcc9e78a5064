package io.wirepath.appliance.serve;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.pipeline.NodeNames;
import java.nio.charset.StandardCharsets;

/**
 * Names of addresses as a file: a line each, {@code HIGH LOW ORIGIN TIMES NAME}, the halves of the address as signed
 * numbers.
 */
final class NamesText {

    private static final int FIELDS = 5;

    private NamesText() {}

    static byte[] of(NodeNames names) {
        StringBuilder text = new StringBuilder();
        names.forEach((high, low, name, origin, times) -> text.append(high)
                .append(' ')
                .append(low)
                .append(' ')
                .append(origin)
                .append(' ')
                .append(times)
                .append(' ')
                .append(name.replace('\n', ' '))
                .append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Adds the names of such a file; a line that is none is passed over. */
    static void read(byte[] bytes, NodeNames into) {
        new String(bytes, StandardCharsets.UTF_8).lines().forEach(line -> {
            String[] fields = line.split(" ", FIELDS);
            if (fields.length == FIELDS) {
                try {
                    into.add(
                            Long.parseLong(fields[0]),
                            Long.parseLong(fields[1]),
                            fields[4],
                            NameOrigin.valueOf(fields[2]),
                            Integer.parseInt(fields[3]));
                } catch (IllegalArgumentException e) {
                    // a line of another version of the program: the name will be seen again
                }
            }
        });
    }
}
