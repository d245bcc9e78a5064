package io.wirepath.appliance.doctor;

import java.util.List;
import java.util.Optional;
import jnr.ffi.LibraryLoader;

/**
 * The libpcap that is installed.
 *
 * @param version what it says of itself; empty where there is none
 */
record PcapFacts(Optional<String> version) {

    private static final String SUBJECT = "libpcap";

    /** The one call of libpcap. */
    public interface Pcap {
        String pcap_lib_version();
    }

    /** Looks for it. */
    static PcapFacts ask() {
        try {
            return new PcapFacts(Optional.of(LibraryLoader.create(Pcap.class)
                    .failImmediately()
                    .load("pcap")
                    .pcap_lib_version()));
        } catch (UnsatisfiedLinkError e) {
            return new PcapFacts(Optional.empty());
        }
    }

    /** What to think of it. */
    List<CheckResult> results() {
        return List.of(version.map(text -> CheckResult.ok(SUBJECT, text))
                .orElseGet(() -> CheckResult.warning(
                        SUBJECT,
                        "is not installed, so filters cannot be compiled, and the kernel's ring is the only way to capture",
                        "apt-get install libpcap0.8")));
    }
}
