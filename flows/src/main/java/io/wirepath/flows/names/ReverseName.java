package io.wirepath.flows.names;

import java.nio.ByteBuffer;

/**
 * The address in a reverse-lookup name: {@code 4.3.2.1.in-addr.arpa} (RFC 1035 §3.5), 32 nibbles and {@code ip6.arpa}
 * (RFC 3596 §2.5). Not thread-safe.
 */
final class ReverseName {

    private static final String V4_SUFFIX = ".in-addr.arpa";
    private static final String V6_SUFFIX = ".ip6.arpa";
    private static final int V6_NIBBLES = 32;

    private long high;
    private long low;

    long high() {
        return high;
    }

    long low() {
        return low;
    }

    /** Reads the name in [0, length); false if it is no reverse-lookup name of a whole address. */
    boolean read(ByteBuffer name, int length) {
        if (endsWith(name, length, V4_SUFFIX)) {
            return readV4(name, length - V4_SUFFIX.length());
        }
        return endsWith(name, length, V6_SUFFIX) && length - V6_SUFFIX.length() == 2 * V6_NIBBLES - 1 && readV6(name);
    }

    private boolean readV4(ByteBuffer name, int end) {
        long address = 0;
        int octet = 0;
        int octets = 0;
        for (int at = 0; at <= end; at++) {
            int b = at == end ? '.' : name.get(at);
            if (b == '.') {
                address |= (long) octet << 8 * octets++;
                octet = 0;
            } else if (b >= '0' && b <= '9') {
                octet = octet * 10 + b - '0';
            } else {
                return false;
            }
            if (octet > 255 || octets > 4) {
                return false;
            }
        }
        high = 0;
        low = 0xffffL << 32 | address;
        return octets == 4;
    }

    private boolean readV6(ByteBuffer name) {
        high = 0;
        low = 0;
        for (int i = 0; i < V6_NIBBLES; i++) {
            int digit = Character.digit(name.get(2 * i), 16);
            if (digit < 0) {
                return false;
            }
            if (i < 16) {
                low |= (long) digit << 4 * i;
            } else {
                high |= (long) digit << 4 * (i - 16);
            }
        }
        return true;
    }

    private static boolean endsWith(ByteBuffer name, int length, String suffix) {
        int from = length - suffix.length();
        if (from < 1) {
            return false;
        }
        for (int i = 0; i < suffix.length(); i++) {
            int b = name.get(from + i);
            if ((b >= 'A' && b <= 'Z' ? b | 0x20 : b) != suffix.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
