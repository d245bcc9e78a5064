package io.wirepath.connect.names;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/**
 * A prefix of IPv4 or IPv6.
 *
 * @param first its first address, as a number
 * @param bytes of an address
 * @param count its addresses
 */
record Prefix(BigInteger first, int bytes, int count) {

    /** So many questions are asked of one prefix, at most. */
    private static final int MAX_BITS = 16;

    /**
     * The prefix of this length that an address is in.
     *
     * @throws IllegalArgumentException where there is none, or it has more than 65,536 addresses
     */
    static Prefix of(String address, int length) throws UnknownHostException {
        if (!address.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) { // else the name is looked up
            throw new UnknownHostException(address + " is no address in digits");
        }
        byte[] bytes = InetAddress.getByName(address).getAddress();
        int free = bytes.length * Byte.SIZE - length;
        if (free < 0 || free > MAX_BITS) {
            throw new IllegalArgumentException(
                    "has more than 65536 addresses, or a length that is none; ask for parts");
        }
        BigInteger first = new BigInteger(1, bytes).shiftRight(free).shiftLeft(free);
        return new Prefix(first, bytes.length, 1 << free);
    }

    /** Each of its addresses. */
    Stream<InetAddress> addresses() {
        return Stream.iterate(first, each -> each.add(BigInteger.ONE))
                .limit(count)
                .map(this::address);
    }

    private InetAddress address(BigInteger number) {
        byte[] whole = number.toByteArray();
        byte[] own = new byte[bytes];
        int common = Math.min(bytes, whole.length);
        System.arraycopy(whole, whole.length - common, own, bytes - common, common);
        try {
            return InetAddress.getByAddress(own);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // it has 4 or 16 bytes
        }
    }
}
