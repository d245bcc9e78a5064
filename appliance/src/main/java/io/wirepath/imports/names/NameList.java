package io.wirepath.imports.names;

import io.wirepath.flows.AddressText;
import java.util.List;

/**
 * Reads a list of names, told by how it begins. What is no address is passed over, but in a hosts file.
 */
public final class NameList {

    /** The first that takes a file reads it. */
    private static final List<NameFormat> FORMATS = List.of(
            new NamedJson(), new LeaseBlocks(), new LeaseLines(), new NameTable(), new ZoneRecords(), new HostsLines());

    private NameList() {}

    /**
     * Shows the names of these lines.
     *
     * @throws IllegalArgumentException where they make no sense, with what is wrong and what to do
     */
    public static void read(List<String> lines, AddressNameSink to) {
        if (lines.stream().allMatch(String::isBlank)) {
            return;
        }
        AddressNameSink known = (address, name, when) -> {
            if (isAddress(address) && !name.isEmpty()) {
                to.onName(address, name, when);
            }
        };
        FORMATS.stream()
                .filter(format -> format.isOf(lines))
                .findFirst()
                .orElseThrow()
                .read(lines, known);
    }

    /** Whether it is an IPv4 or IPv6 address in digits. */
    static boolean isAddress(String text) {
        try {
            AddressText.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
