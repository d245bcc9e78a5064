package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The format of {@code /etc/hosts}: an address, white space, a name; what follows, and what stands behind #, is passed
 * over.
 */
final class HostsLines implements NameFormat {

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    @Override
    public boolean isOf(List<String> lines) {
        return true;
    }

    @Override
    public void read(List<String> lines, AddressNameSink to) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (line.isEmpty()) {
                continue;
            }
            String[] fields = WHITE_SPACE.split(line, -1);
            if (fields.length < 2 || !NameList.isAddress(fields[0])) {
                throw new IllegalArgumentException(
                        "line " + (i + 1) + " is not an address and a name; write it as in /etc/hosts: 10.1.0.11 web1");
            }
            to.onName(fields[0], fields[1], TimeSpan.ALWAYS);
        }
    }
}
