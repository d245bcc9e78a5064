package io.wirepath.appliance.doctor;

import io.wirepath.sniffer.live.system.InterfaceQuery;
import io.wirepath.sniffer.live.system.SystemException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A network interface as the kernel describes it.
 *
 * @param name its name
 * @param exists whether there is one of this name
 * @param up whether it is switched on
 * @param carrier whether the cable is plugged in
 * @param loopback whether it is the loopback
 * @param mtu longest packet, bytes
 * @param offloads what its card or driver does with frames before they are captured, by ethtool's names
 */
record InterfaceState(
        String name, boolean exists, boolean up, boolean carrier, boolean loopback, int mtu, List<String> offloads) {

    private static final Path ALL = Path.of("/sys/class/net");
    private static final int FLAG_UP = 1;
    private static final int FLAG_LOOPBACK = 8;
    private static final int USUAL_MTU = 1500;

    /** What the card does to several incoming frames: it makes one of them. */
    private static final Set<String> MERGING = Set.of("gro", "lro");

    /** Names of all interfaces but the loopback, in order. */
    static List<String> names() {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> interfaces = Files.newDirectoryStream(ALL)) {
            for (Path each : interfaces) {
                String name = String.valueOf(each.getFileName());
                if (!ask(name).loopback) {
                    names.add(name);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return List.copyOf(names);
    }

    /** Asks the kernel. */
    static InterfaceState ask(String name) {
        Path directory = ALL.resolve(name);
        if (!Files.isDirectory(directory)) {
            return new InterfaceState(name, false, false, false, false, 0, List.of());
        }
        int flags = number(directory, "flags");
        return new InterfaceState(
                name,
                true,
                (flags & FLAG_UP) != 0,
                number(directory, "carrier") == 1,
                (flags & FLAG_LOOPBACK) != 0,
                number(directory, "mtu"),
                offloads(name));
    }

    private static List<String> offloads(String name) {
        try (InterfaceQuery query = InterfaceQuery.open()) {
            return query.offloads(name);
        } catch (SystemException e) {
            return List.of();
        }
    }

    /** Hardware addresses of all interfaces of this host, as in {@code 02:fc:00:00:00:01}. */
    static Set<String> ownAddresses() {
        Set<String> addresses = new TreeSet<>();
        try (DirectoryStream<Path> interfaces = Files.newDirectoryStream(ALL)) {
            for (Path each : interfaces) {
                addresses.add(text(each, "address"));
            }
        } catch (IOException e) {
            return Set.of();
        }
        return addresses;
    }

    private static int number(Path directory, String file) {
        try {
            return Integer.decode(text(directory, file));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String text(Path directory, String file) {
        try {
            return Files.readString(directory.resolve(file)).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether looking at its traffic makes sense. */
    boolean isFit() {
        return exists && up;
    }

    /** What to think of it. */
    List<CheckResult> results() {
        if (!exists) {
            return List.of(CheckResult.bad(name, "there is no such interface", "check the name; 'ip link' lists them"));
        }
        if (!up) {
            return List.of(CheckResult.bad(
                    name, "is switched off, so nothing is captured there", "ip link set " + name + " up"));
        }
        List<CheckResult> results = new ArrayList<>();
        if (!carrier && !loopback) {
            results.add(CheckResult.warning(name, "has no carrier", "plug in the cable, and check the other end"));
        }
        results.add(CheckResult.ok(
                name,
                "MTU " + mtu
                        + (mtu > USUAL_MTU || loopback
                                ? ""
                                : "; if the mirrored network sends longer packets, set the MTU here to theirs")));
        results.add(offloadCheck());
        return results;
    }

    private CheckResult offloadCheck() {
        List<String> merging = offloads.stream().filter(MERGING::contains).toList();
        if (merging.isEmpty() || loopback) {
            return CheckResult.ok(
                    name,
                    "offloads: " + (offloads.isEmpty() ? "none" : String.join(", ", offloads)) + "; none that matters");
        }
        return CheckResult.warning(
                name,
                String.join(" and ", merging)
                        + " on: several frames are made into one before they are captured, so their"
                        + " times and lengths are those of the last and of all",
                "ethtool -K " + name + " "
                        + String.join(
                                " ", merging.stream().map(each -> each + " off").toList()));
    }
}
