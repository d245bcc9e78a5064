package io.wirepath.appliance.doctor;

import io.wirepath.sniffer.live.InterfaceList;
import java.util.List;
import java.util.Optional;

/**
 * The libpcap that is installed.
 *
 * @param version what it says of itself; empty where there is none
 */
record PcapFacts(Optional<String> version) {

    private static final String SUBJECT = "libpcap";

    /** Looks for it. */
    static PcapFacts ask() {
        String version = InterfaceList.libpcap();
        return new PcapFacts(version.isEmpty() ? Optional.empty() : Optional.of(version));
    }

    /** What to think of it. */
    List<CheckResult> results() {
        return List.of(version.map(text -> CheckResult.ok(SUBJECT, text))
                .orElseGet(() -> CheckResult.warning(
                        SUBJECT,
                        "is not installed, so filters cannot be compiled, and the kernel's ring is the only way to"
                                + " capture",
                        "apt-get install libpcap0.8")));
    }
}
