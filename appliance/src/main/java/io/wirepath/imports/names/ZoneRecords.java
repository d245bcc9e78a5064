package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A zone of the DNS with whole names, a record a line, as {@code dig axfr} and {@code named-compilezone} print it (RFC
 * 1035 §5.1). A PTR record names its address; where there is none, the first A or AAAA does.
 *
 * <pre>
 *   web1.corp.example.           3600  IN  A    10.0.0.11
 *   11.0.0.10.in-addr.arpa.      3600  IN  PTR  web1.corp.example.
 * </pre>
 */
final class ZoneRecords implements NameFormat {

    private static final Pattern RECORD =
            Pattern.compile("(\\S+)\\s+(?:\\d+\\s+)?IN\\s+([A-Z0-9]+)\\s+(.*)", Pattern.CASE_INSENSITIVE);

    private static final String REVERSE_V4 = ".in-addr.arpa";
    private static final String REVERSE_V6 = ".ip6.arpa";
    private static final int BYTES_V4 = 4;
    private static final int NIBBLES_V6 = 32;
    private static final int NIBBLES_OF_A_GROUP = 4;

    @Override
    public boolean isOf(List<String> lines) {
        return lines.stream()
                .map(ZoneRecords::withoutComment)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .filter(line -> line.startsWith("$") || isRecord(line))
                .isPresent();
    }

    /** Hosts files begin with an address, or with a remark, in which any word may stand. */
    private static boolean isRecord(String line) {
        Matcher record = RECORD.matcher(line);
        return record.matches() && !line.startsWith("#") && !NameList.isAddress(record.group(1));
    }

    @Override
    public void read(List<String> lines, AddressNameSink to) {
        Set<String> named = new HashSet<>();
        records(lines, (owner, type, data) -> {
            String address = NameList.spelled(reversed(owner));
            if (type.equals("PTR") && named.add(address)) {
                to.onName(address, name(data), TimeSpan.ALWAYS);
            }
        });
        records(lines, (owner, type, data) -> {
            boolean isAddress = type.equals("A") || type.equals("AAAA");
            if (isAddress && !owner.startsWith("*") && named.add(NameList.spelled(data))) {
                to.onName(data, name(owner), TimeSpan.ALWAYS);
            }
        });
    }

    @FunctionalInterface
    private interface Records {
        void onRecord(String owner, String type, String data);
    }

    private static void records(List<String> lines, Records to) {
        for (int i = 0; i < lines.size(); i++) {
            String line = withoutComment(lines.get(i));
            Matcher record = RECORD.matcher(line);
            if (line.isEmpty()) {
                continue;
            }
            if (!record.matches() || !record.group(1).endsWith(".")) {
                throw new IllegalArgumentException("line " + (i + 1) + " is no record with its whole name; print the"
                        + " zone by 'dig axfr ZONE @SERVER' or 'named-compilezone -o - ZONE FILE'");
            }
            to.onRecord(
                    record.group(1),
                    record.group(2).toUpperCase(Locale.ROOT),
                    record.group(3).strip());
        }
    }

    private static String withoutComment(String line) {
        return line.replaceFirst(";.*", "").strip();
    }

    private static String name(String absolute) {
        return absolute.replaceFirst("\\.$", "");
    }

    /** The address whose reverse name this is; the name itself where it is none. */
    private static String reversed(String owner) {
        String name = name(owner).toLowerCase(Locale.ROOT);
        StringBuilder address = new StringBuilder();
        if (name.endsWith(REVERSE_V4)) {
            String[] parts =
                    name.substring(0, name.length() - REVERSE_V4.length()).split("\\.", -1);
            for (int i = parts.length - 1; i >= 0 && parts.length == BYTES_V4; i--) {
                address.append(parts[i]).append(i == 0 ? "" : ".");
            }
        } else if (name.endsWith(REVERSE_V6)) {
            String[] parts =
                    name.substring(0, name.length() - REVERSE_V6.length()).split("\\.", -1);
            for (int i = parts.length - 1; i >= 0 && parts.length == NIBBLES_V6; i--) {
                address.append(parts[i]).append(i > 0 && i % NIBBLES_OF_A_GROUP == 0 ? ":" : "");
            }
        }
        return address.length() == 0 ? name : address.toString();
    }
}
