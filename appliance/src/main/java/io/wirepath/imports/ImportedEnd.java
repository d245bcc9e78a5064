package io.wirepath.imports;

import io.wirepath.flows.AddressText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who sends or receives an imported message.
 *
 * @param high upper half of the address
 * @param low lower half
 * @param port 0 where none is known
 * @param name name of the node; empty where it has an address alone
 */
record ImportedEnd(long high, long low, int port, String name) {

    private static final Pattern V4 = Pattern.compile("(\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})(?::(\\d{1,5}))?");
    private static final Pattern V6 = Pattern.compile("\\[([0-9a-fA-F:.]+)](?::(\\d{1,5}))?");
    private static final Pattern BARE_V6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:]*:[0-9a-fA-F.:]*");
    private static final Pattern NAMED = Pattern.compile("(.*\\S)\\s*:(\\d{1,5})");
    private static final int MAX_PORT = 65_535;
    private static final int FIRST_DYNAMIC = 49_152;

    /** Addresses that reach nobody (RFC 6666): names without an address get one of these. */
    private static final long NO_ADDRESS = 0x0100_0000_0000_0000L;

    /**
     * Reads {@code 10.1.0.1}, {@code 10.1.0.1:80}, {@code [2001:db8::1]:80}, {@code 2001:db8::1}, {@code web1} or
     * {@code web1:80}.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    static ImportedEnd parse(String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            throw new IllegalArgumentException("an endpoint is empty");
        }
        Matcher matcher = V4.matcher(trimmed);
        if (matcher.matches()) {
            return ofAddress(matcher.group(1), port(matcher.group(2)));
        }
        matcher = V6.matcher(trimmed);
        if (matcher.matches()) {
            return ofAddress(matcher.group(1), port(matcher.group(2)));
        }
        if (BARE_V6.matcher(trimmed).matches()) {
            return ofAddress(trimmed, 0);
        }
        matcher = NAMED.matcher(trimmed);
        return matcher.matches() ? named(matcher.group(1), port(matcher.group(2))) : named(trimmed, 0);
    }

    /** A node that is known by a name alone. */
    static ImportedEnd named(String name, int port) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return new ImportedEnd(NO_ADDRESS, ByteBuffer.wrap(hash).getLong(), port, clean(name));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Names in reports have no blanks. */
    private static String clean(String name) {
        return name.replaceAll("\\s+", "-");
    }

    private static ImportedEnd ofAddress(String address, int port) {
        long[] halves = AddressText.parse(address);
        return new ImportedEnd(halves[0], halves[1], port, "");
    }

    /** A port of its own for who asks on a connection, of those that systems give (RFC 6335): the trace tells none. */
    static int portOf(long connection) {
        return FIRST_DYNAMIC + (int) (connection % (MAX_PORT + 1 - FIRST_DYNAMIC));
    }

    private static int port(String digits) {
        int port = digits == null ? 0 : Integer.parseInt(digits);
        if (port > MAX_PORT) {
            throw new IllegalArgumentException("'" + digits + "' is not a port (0 to 65535)");
        }
        return port;
    }

    /** Whether it has no address that packets carry, but a name. */
    boolean isNamed() {
        return high == NO_ADDRESS;
    }

    /** The address as text. */
    String address() {
        return AddressText.of(high, low);
    }

    /** The same with a name, if it is not empty. */
    ImportedEnd called(String other) {
        return other.isBlank() ? this : new ImportedEnd(high, low, port, clean(other.strip()));
    }

    /** The same with another port. */
    ImportedEnd at(int other) {
        return new ImportedEnd(high, low, other, name);
    }
}
