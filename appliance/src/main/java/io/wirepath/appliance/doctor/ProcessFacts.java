package io.wirepath.appliance.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What this process may, and what it runs on.
 *
 * @param user its user
 * @param capabilities the capabilities in effect, a bit each; -1 where the system does not tell
 * @param javaFeature version of Java, such as 17
 * @param java the Java that runs, in words
 * @param heapBytes most memory for objects
 * @param flags options that the JVM was started with
 */
record ProcessFacts(String user, long capabilities, int javaFeature, String java, long heapBytes, List<String> flags) {

    /** Bits of capabilities(7). */
    static final int NET_ADMIN = 12;

    static final int NET_RAW = 13;

    /** Without these Chronicle Queue does not work, or jnr-ffi calls wrongly. */
    private static final List<String> NEEDED = List.of(
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "-Djnr.ffi.x86asm.enabled=false");

    private static final long SMALL_HEAP = 200L << 20;
    private static final int OLDEST_JAVA = 17;

    /** Asks the kernel and the JVM. */
    static ProcessFacts ask() {
        return new ProcessFacts(
                System.getProperty("user.name", "?"),
                capabilitiesInEffect(),
                Runtime.version().feature(),
                Runtime.version() + " (" + System.getProperty("java.vm.name") + ")",
                Runtime.getRuntime().maxMemory(),
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    private static long capabilitiesInEffect() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("CapEff:"))
                    .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .findFirst()
                    .orElse(-1L);
        } catch (IOException e) {
            return -1;
        }
    }

    /** Whether a capability is in effect. */
    boolean may(int capability) {
        return (capabilities >>> capability & 1) == 1;
    }

    /** What to think of it. */
    List<CheckResult> results() {
        List<CheckResult> results = new ArrayList<>();
        results.add(javaCheck());
        List<String> missing = NEEDED.stream().filter(flag -> !isGiven(flag)).toList();
        if (!missing.isEmpty()) {
            results.add(CheckResult.bad(
                    "java",
                    "the JVM was started without " + String.join(", ", missing),
                    "start Wirepath by its launcher, which gives all flags"));
        }
        results.add(privilege());
        return results;
    }

    private CheckResult javaCheck() {
        String text = java + ", heap of at most " + (heapBytes >> 20) + " MiB";
        if (javaFeature < OLDEST_JAVA) {
            return CheckResult.bad("java", text, "install Java 17 or later");
        }
        return heapBytes < SMALL_HEAP
                ? CheckResult.warning("java", text, "give it more, such as WIREPATH_JAVA_OPTS=-Xmx512m")
                : CheckResult.ok("java", text);
    }

    /** The JVM tells some flags as one word and some as it was given them, split at the equals sign. */
    private boolean isGiven(String flag) {
        return flags.contains(flag) || String.join("=", flags).contains(flag);
    }

    private CheckResult privilege() {
        String subject = "privileges";
        if (!may(NET_RAW)) {
            return CheckResult.warning(
                    subject,
                    "user " + user + " may not capture: CAP_NET_RAW is missing; reading files needs none",
                    "use the unit wirepath-sniffer@INTERFACE, which has it, or run as root");
        }
        return may(NET_ADMIN)
                ? CheckResult.ok(
                        subject, "user " + user + " may capture, and more than that; services need CAP_NET_RAW alone")
                : CheckResult.ok(subject, "user " + user + " may capture: CAP_NET_RAW");
    }
}
