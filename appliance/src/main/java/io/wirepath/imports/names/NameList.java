package io.wirepath.imports.names;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.flows.AddressText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a list of names, told by how it begins. What is no address is passed over, but in a hosts file. White space in
 * a name, and what commands a terminal, becomes a dash; what is behind {@value #MAX_LENGTH} characters is left out.
 */
public final class NameList {

    /** The first that takes a file reads it. */
    private static final List<NameFormat> FORMATS = List.of(
            new NamedJson(), new LeaseBlocks(), new LeaseLines(), new NameTable(), new ZoneRecords(), new HostsLines());

    private static final Pattern WHITE_SPACE = Pattern.compile("[\\s\\p{Cc}\\p{Cf}]+");

    /** A pod and its namespace have 317 characters at most, a name of the DNS 253. */
    private static final int MAX_LENGTH = 320;

    private static final String BYTE_ORDER_MARK = "\ufeff";

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
        List<String> own = withoutMark(lines);
        FORMATS.stream()
                .filter(format -> format.isOf(own))
                .findFirst()
                .orElseThrow()
                .read(own, known(to));
    }

    /**
     * Shows the names of a document, which is a whole list, or a page of one.
     *
     * @throws IllegalArgumentException where it makes no sense
     */
    public static void read(JsonNode document, AddressNameSink to) {
        NamedJson.read(document, known(to));
    }

    /** A sink that takes names as all others of a list are. */
    public static AddressNameSink known(AddressNameSink to) {
        return (address, name, when) -> {
            String begin = name.strip();
            String one = WHITE_SPACE
                    .matcher(begin.substring(0, Math.min(MAX_LENGTH, begin.length())))
                    .replaceAll("-");
            if (isAddress(address) && !one.isEmpty()) {
                to.onName(spelled(address), one, when);
            }
        };
    }

    private static List<String> withoutMark(List<String> lines) {
        if (!lines.get(0).startsWith(BYTE_ORDER_MARK)) {
            return lines;
        }
        List<String> own = new ArrayList<>(lines);
        own.set(0, lines.get(0).substring(BYTE_ORDER_MARK.length()));
        return own;
    }

    /** The address as all others of it are spelled; what is none stays as it is. */
    static String spelled(String address) {
        if (!isAddress(address)) {
            return address;
        }
        long[] halves = AddressText.parse(address);
        return AddressText.of(halves[0], halves[1]);
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
