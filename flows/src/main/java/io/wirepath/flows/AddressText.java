package io.wirepath.flows;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * Addresses as text: IPv4 dotted, IPv6 as RFC 5952 recommends (lower case, the longest run of zero groups as
 * {@code ::}). An address is two longs in network order, IPv4 as ::ffff:a.b.c.d. Where a packet of IPv6 itself carries
 * such an address, as hosts do with stateless translation or by mistake, it is kept under {@link #MAPPED_HIGH} instead,
 * and printed as it was.
 */
public final class AddressText {

    private static final long V4_PREFIX = 0xffffL;
    private static final int GROUPS = 8;

    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])";

    /** What else consists of digits and dots, such as 1.2.3.4.5, Java takes for a name, and asks a server for it. */
    private static final Pattern NUMERIC =
            Pattern.compile("(?:" + BYTE + "\\.){3}" + BYTE + "|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

    /**
     * High half in place of 0 of an IPv6 address ::ffff:a.b.c.d: inside 0100::/8, which is reserved (RFC 4291, IANA).
     */
    public static final long MAPPED_HIGH = 0x0100_0000_0000_ffffL;

    private AddressText() {}

    /** Whether the address is IPv4. */
    public static boolean isIpv4(long high, long low) {
        return high == 0 && low >>> 32 == V4_PREFIX;
    }

    /** Whether the address is ::ffff:a.b.c.d of IPv6, from a packet of IPv6. */
    public static boolean isMapped(long high, long low) {
        return high == MAPPED_HIGH && low >>> 32 == V4_PREFIX;
    }

    /** The high half to keep of an address that stands in a packet of IPv6. */
    public static long highOfIpv6(long high, long low) {
        return isIpv4(high, low) ? MAPPED_HIGH : high;
    }

    /** Whether a text has the form of an address in digits, of which nothing is looked up. */
    public static boolean isNumeric(String text) {
        return NUMERIC.matcher(text).matches();
    }

    /**
     * The two halves of an address in digits.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static long[] parse(String digits) {
        if (!isNumeric(digits)) {
            throw new IllegalArgumentException("'" + digits + "' is no address");
        }
        try {
            return halves(InetAddress.getByName(digits).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + digits + "' is no address", e);
        }
    }

    /** The two halves of an address of 4 or 16 bytes, as sightings have them. */
    public static long[] halves(byte[] address) {
        ByteBuffer bytes = ByteBuffer.wrap(address);
        if (address.length == Integer.BYTES) {
            return new long[] {0, V4_PREFIX << Integer.SIZE | Integer.toUnsignedLong(bytes.getInt())};
        }
        long high = bytes.getLong();
        long low = bytes.getLong();
        return new long[] {highOfIpv6(high, low), low};
    }

    /** The address, such as {@code 10.1.0.11} or {@code 2001:db8::1}. */
    public static String of(long high, long low) {
        StringBuilder text = new StringBuilder(40);
        append(text, high, low);
        return text.toString();
    }

    /** Address and port, such as {@code 10.1.0.11:80} or {@code [2001:db8::1]:80}. */
    public static String endpoint(long high, long low, int port) {
        StringBuilder text = new StringBuilder(48);
        if (isIpv4(high, low)) {
            append(text, high, low);
        } else {
            append(text.append('['), high, low);
            text.append(']');
        }
        return text.append(':').append(port).toString();
    }

    private static void append(StringBuilder to, long high, long low) {
        boolean mapped = isMapped(high, low);
        if (mapped || isIpv4(high, low)) {
            to.append(mapped ? "::ffff:" : "")
                    .append(low >>> 24 & 0xff)
                    .append('.')
                    .append(low >>> 16 & 0xff);
            to.append('.').append(low >>> 8 & 0xff).append('.').append(low & 0xff);
            return;
        }
        int zeros = longestZeroRun(high, low);
        int start = zeros >>> 8;
        int end = start + (zeros & 0xff);
        for (int i = 0; i < GROUPS; i++) {
            if (i == start && end > start) {
                to.append("::");
                i = end - 1;
                continue;
            }
            if (i > 0 && i != end || i > 0 && end == start) {
                to.append(':');
            }
            to.append(Integer.toHexString(group(high, low, i)));
        }
    }

    private static int group(long high, long low, int i) {
        long half = i < GROUPS / 2 ? high : low;
        return (int) (half >>> 48 - 16 * (i % (GROUPS / 2))) & 0xffff;
    }

    /**
     * The first longest run of two or more zero groups as start and length, eight bits each; zero where there is none.
     */
    private static int longestZeroRun(long high, long low) {
        int best = 0;
        int length = 0;
        for (int i = 0; i < GROUPS; i++) {
            length = group(high, low, i) == 0 ? length + 1 : 0;
            if (length > 1 && length > (best & 0xff)) {
                best = i - length + 1 << 8 | length;
            }
        }
        return best;
    }
}
