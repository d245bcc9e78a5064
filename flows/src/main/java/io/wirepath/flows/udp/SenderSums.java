package io.wirepath.flows.udp;

import io.wirepath.flows.SplitMix64;
import io.wirepath.flows.decode.InternetChecksum;
import io.wirepath.flows.decode.PacketView;

/**
 * Which addresses send datagrams with right checksums: from those a wrong one is an error, and no receiver takes it.
 * What a network card has yet to fill in is none. Remembers the addresses that sent last, one for each place.
 */
final class SenderSums {

    private static final int ADDRESSES = 1 << 12;

    private final long[] addresses = new long[ADDRESSES];
    private final int[] right = new int[ADDRESSES];
    private final int[] wrong = new int[ADDRESSES];

    /** Whether the checksum of a datagram is wrong, and right in others of its sender, not by chance. */
    boolean isInError(PacketView datagram) {
        if (!datagram.isChecksummed()) {
            return false;
        }
        long address = (datagram.sourceLow() * SplitMix64.STEP ^ datagram.sourceHigh()) * SplitMix64.STEP;
        int at = (int) (address >>> 52);
        if (datagram.isChecksumRight()) {
            if (addresses[at] != address) {
                addresses[at] = address;
                right[at] = 0;
                wrong[at] = 0;
            }
            right[at]++;
            return false;
        }
        if (addresses[at] != address || datagram.isChecksumPartial()) {
            return false;
        }
        wrong[at]++;
        return InternetChecksum.isKept(right[at], wrong[at]);
    }
}
