package io.wirepath.sniffer.live.system;

import java.util.OptionalInt;

/**
 * LINKTYPE_ numbers of what comes from an interface.
 *
 * @see <a href="https://www.tcpdump.org/linktypes.html">Link-layer header types</a>
 */
public final class InterfaceLinkType {

    /** An Ethernet header. */
    public static final int ETHERNET = 1;

    /** An IP header, and nothing before it. */
    public static final int RAW = 101;

    private static final int DLT_RAW = 12;
    private static final int DLT_RAW_OPENBSD = 14;
    private static final int ARPHRD_ETHER = 1;
    private static final int ARPHRD_LOOPBACK = 772;
    private static final int ARPHRD_NONE = 0xfffe;

    private InterfaceLinkType() {}

    /** The number in files of what libpcap gives for a live capture; the two differ for a few types only. */
    static int ofPcap(int type) {
        return type == DLT_RAW || type == DLT_RAW_OPENBSD ? RAW : type;
    }

    /**
     * What a packet socket gives for an interface.
     *
     * @param hardwareType its ARPHRD_ number
     * @return empty for those where only libpcap knows what to do
     */
    public static OptionalInt ofHardware(int hardwareType) {
        return switch (hardwareType) {
            case ARPHRD_ETHER, ARPHRD_LOOPBACK -> OptionalInt.of(ETHERNET);
            case ARPHRD_NONE -> OptionalInt.of(RAW);
            default -> OptionalInt.empty();
        };
    }
}
