package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Leases of addresses: a server writes one down anew each time that it is renewed, so leases of one address and name
 * that touch or overlap are one.
 */
final class LeaseSpans {

    private static final long SECOND = 1_000_000_000L;

    private record Lease(String address, String name) {}

    private final Map<Lease, TimeSpan> last = new LinkedHashMap<>();
    private final AddressNameSink to;

    LeaseSpans(AddressNameSink to) {
        this.to = to;
    }

    /**
     * A moment that is told in s since the epoch, or a time in s, in ns.
     *
     * @throws IllegalArgumentException where it is farther from the epoch than 292 years
     */
    static long nanos(String seconds) {
        try {
            return Math.multiplyExact(Long.parseLong(seconds), SECOND);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(seconds + " s are more than 292 years", e);
        }
    }

    /** One more lease, in the order in which the server wrote them. */
    void add(String address, String name, TimeSpan when) {
        Lease lease = new Lease(address, name);
        TimeSpan before = last.get(lease);
        if (before != null && (when.fromNanos() > before.toNanos() || when.toNanos() < before.fromNanos())) {
            to.onName(address, name, before);
            last.put(lease, when);
        } else if (before != null) {
            last.put(
                    lease,
                    new TimeSpan(
                            Math.min(before.fromNanos(), when.fromNanos()),
                            Math.max(before.toNanos(), when.toNanos())));
        } else {
            last.put(lease, when);
        }
    }

    /** Shows what is left. */
    void finish() {
        last.forEach((lease, when) -> to.onName(lease.address(), lease.name(), when));
    }
}
