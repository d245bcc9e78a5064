package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Leases as dnsmasq keeps them: when the lease ends (s since the epoch, 0 for never), hardware address, address, name
 * or an asterisk, client. Since when is not told. Of IPv6 a number stands for the hardware address, with a T before it
 * where the address is a temporary one.
 *
 * <pre>
 *   1796000000 02:42:0a:00:00:0b 10.0.0.11 web1 01:02:42:0a:00:00:0b
 * </pre>
 */
final class LeaseLines implements NameFormat {

    private static final Pattern LEASE =
            Pattern.compile("(\\d{1,11}) (T?[0-9a-fA-F:-]+) ([0-9a-fA-F.:]+) (\\S+) (\\S+)");
    private static final String DUID = "duid ";

    @Override
    public boolean isOf(List<String> lines) {
        return lines.get(0).startsWith(DUID) || LEASE.matcher(lines.get(0)).matches();
    }

    @Override
    public void read(List<String> lines, AddressNameSink to) {
        LeaseSpans spans = new LeaseSpans(to);
        for (int i = 0; i < lines.size(); i++) {
            Matcher lease = LEASE.matcher(lines.get(i));
            if (lease.matches()) {
                lease(lease, spans);
            } else if (!lines.get(i).isBlank() && !lines.get(i).startsWith(DUID)) {
                throw new IllegalArgumentException("line " + (i + 1) + " is no lease of dnsmasq: when it ends, hardware"
                        + " address, address, name, client");
            }
        }
        spans.finish();
    }

    private static void lease(Matcher lease, LeaseSpans spans) {
        long ends = LeaseSpans.nanos(lease.group(1));
        TimeSpan when = ends == 0 ? TimeSpan.ALWAYS : new TimeSpan(Long.MIN_VALUE, ends);
        if (!lease.group(4).equals("*")) {
            spans.add(lease.group(3), lease.group(4), when);
        }
    }
}
