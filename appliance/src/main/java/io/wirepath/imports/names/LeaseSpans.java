package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Leases of addresses: a server writes one down anew each time that it is renewed, so leases of one address and name
 * that touch or overlap are one.
 */
final class LeaseSpans {

    private record Lease(String address, String name) {}

    private final Map<Lease, TimeSpan> last = new LinkedHashMap<>();
    private final AddressNameSink to;

    LeaseSpans(AddressNameSink to) {
        this.to = to;
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
