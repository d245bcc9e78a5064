package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Leases as ISC's dhcpd keeps them (dhcpd.leases(5)): a block a lease, written again when it is renewed. Times are UTC,
 * or s since the epoch.
 *
 * <pre>
 *   lease 10.0.0.11 {
 *     starts 4 2026/11/26 10:00:00;
 *     ends 4 2026/11/26 22:00:00;
 *     client-hostname "web1";
 *   }
 * </pre>
 */
final class LeaseBlocks implements NameFormat {

    private static final Pattern BEGIN = Pattern.compile("\\s*lease ([0-9.]+) \\{\\s*");
    private static final Pattern TIME =
            Pattern.compile("(?:\\d (\\d{4})/(\\d\\d)/(\\d\\d) (\\d\\d:\\d\\d:\\d\\d)|epoch (\\d{1,11})|(never));.*");
    private static final Pattern NAME = Pattern.compile("(?:client-hostname|set ddns-fwd-name =) \"([^\"\\s]+)\";.*");

    @Override
    public boolean isOf(List<String> lines) {
        return lines.stream().anyMatch(line -> BEGIN.matcher(line).matches());
    }

    @Override
    public void read(List<String> lines, AddressNameSink to) {
        LeaseSpans spans = new LeaseSpans(to);
        Block block = new Block("");
        for (int i = 0; i < lines.size(); i++) {
            Matcher begin = BEGIN.matcher(lines.get(i));
            String line = lines.get(i).strip();
            if (begin.matches()) {
                block = new Block(begin.group(1));
            } else if (line.startsWith("starts ")) {
                block.from = time(line, i);
            } else if (line.startsWith("ends ")) {
                block.to = time(line, i);
            } else if (line.equals("}")) {
                block.finish(spans);
            } else {
                block.name(line);
            }
        }
        spans.finish();
    }

    private static long time(String line, int at) {
        Matcher time = TIME.matcher(line.substring(line.indexOf(' ') + 1));
        if (!time.matches()) {
            throw new IllegalArgumentException(
                    "line " + (at + 1) + " is no time of a lease such as 'starts 4 2026/11/26 10:00:00;'");
        }
        if (time.group(6) != null) {
            return Long.MAX_VALUE;
        }
        return time.group(5) != null
                ? LeaseSpans.nanos(time.group(5))
                : TimeSpan.moment(
                        time.group(1) + "-" + time.group(2) + "-" + time.group(3) + "T" + time.group(4) + "Z");
    }

    /** What a block has told so far. */
    private static final class Block {
        private final String address;
        private @Nullable String name;
        private long from = Long.MIN_VALUE;
        private long to = Long.MAX_VALUE;

        private Block(String address) {
            this.address = address;
        }

        /** The name that the server made of it, which comes last, is whole. */
        private void name(String line) {
            Matcher told = NAME.matcher(line);
            if (told.matches() && (name == null || line.startsWith("set "))) {
                name = told.group(1);
            }
        }

        private void finish(LeaseSpans spans) {
            if (name != null && from < to) {
                spans.add(address, name, new TimeSpan(from, to));
            }
            name = null;
        }
    }
}
