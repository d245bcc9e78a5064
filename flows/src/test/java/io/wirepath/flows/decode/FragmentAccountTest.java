package io.wirepath.flows.decode;

import static io.wirepath.flows.decode.Packets.ETHERNET;
import static io.wirepath.flows.decode.Packets.RAW;
import static io.wirepath.flows.decode.Packets.bytes;
import static io.wirepath.flows.decode.Packets.ethernet;
import static io.wirepath.flows.decode.Packets.ipv4;
import static io.wirepath.flows.decode.Packets.ipv6;
import static io.wirepath.flows.decode.Packets.tcp;
import static io.wirepath.flows.decode.Packets.tunnel;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.defrag.DefragSettings;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fragments through the whole decoder: what comes out, and which counter each frame is in. */
class FragmentAccountTest {

    private static final String SEGMENT = tcp("0123456789ab").replace(" ", "");
    private static final String WANTED = "tcp 10.0.0.1:1000>10.0.0.2:80 0123456789ab";
    private static final String FIRST = ipv4(6, 7, 0x2000, SEGMENT.substring(0, 32));
    private static final String LAST = ipv4(6, 7, 2, SEGMENT.substring(32));
    private static final long SECOND = 1_000_000_000L;

    private final Decoded decoded = new Decoded(DecodeSettings.defaults());

    @Test
    void decodesTheDatagramOfItsFragmentsInAnyOrder() {
        decoded.frame(RAW, LAST);
        assertEquals("FRAGMENT_WAITING=1", decoded.fates());
        decoded.frame(RAW, FIRST);

        assertEquals("USED_TCP=1 FRAGMENT_USED=1", decoded.fates());
        assertEquals(List.of(WANTED), decoded.packets());
    }

    @Test
    void decodesAnIpv6DatagramOfItsFragments() {
        decoded.frame(RAW, ipv6(60, "2c 00 010400000000" + "06 00 0001 00000009" + SEGMENT.substring(0, 32)));
        decoded.frame(RAW, ipv6(60, "2c 00 010400000000" + "06 00 0010 00000009" + SEGMENT.substring(32)));

        assertEquals("USED_TCP=1 FRAGMENT_USED=1", decoded.fates());
        assertEquals(List.of("tcp [20010db8::1]:1000>[20010db8::2]:80 0123456789ab"), decoded.packets());
    }

    @Test
    void decodesFragmentsInsideATunnelThatIsFragmentedItself() {
        int identification = 100;
        for (String inner : List.of(FIRST, LAST)) {
            String outer = Packets.udp(4789, "08000000 00000100" + ethernet(0x0800, inner))
                    .replace(" ", "");
            identification++;
            decoded.frame(ETHERNET, ethernet(0x0800, ipv4(17, identification, 0x2000, outer.substring(0, 64))));
            decoded.frame(ETHERNET, ethernet(0x0800, ipv4(17, identification, 4, outer.substring(64))));
        }

        assertEquals("USED_TCP=1 FRAGMENT_USED=3", decoded.fates());
        assertEquals(List.of(WANTED), decoded.packets());
    }

    @Test
    void aMirrorsCopiesOfFragmentsAreNoNewDatagram() {
        List.of(FIRST, FIRST, LAST, LAST, FIRST, LAST).forEach(fragment -> decoded.frame(RAW, fragment));

        assertEquals("USED_TCP=1 FRAGMENT_USED=1 FRAGMENT_DUPLICATE=4", decoded.fates());
    }

    @Test
    void countsFragmentsWhoseDatagramNeverBecameWhole() {
        decoded.frame(RAW, FIRST);
        byte[] later = bytes(ipv4(6, tcp("x")));
        decoded.frame(RAW, later, later.length, 31 * SECOND);

        assertEquals("USED_TCP=1 FRAGMENT_TIMED_OUT=1", decoded.fates());
    }

    @Test
    void countsFragmentsGivenUpForMemory() {
        DefragSettings one = new DefragSettings(DefragSettings.MIN_MEMORY_BYTES, 1, SECOND, 0);
        Decoded small = new Decoded(DecodeSettings.defaults().withDefrag(one));
        small.frame(RAW, FIRST).frame(RAW, ipv4(6, 8, 0x2000, SEGMENT.substring(0, 32)));

        assertEquals("FRAGMENT_WAITING=1 FRAGMENT_EVICTED=1", small.fates());
    }

    @Test
    void countsFragmentsThatCannotBeUsed() {
        byte[] cut = bytes(LAST);
        decoded.frame(RAW, Arrays.copyOf(cut, 30), cut.length, 0);
        decoded.frame(RAW, ipv4(6, 7, 0x2000, ""));
        decoded.frame(RAW, ipv4(6, 7, 0x3fff, "00".repeat(64)));
        decoded.frame(RAW, FIRST).frame(RAW, ipv4(6, 7, 0x2000, "00".repeat(16)));

        assertEquals(
                "FRAGMENT_WAITING=1 FRAGMENT_CUT=1 FRAGMENT_MALFORMED=1 FRAGMENT_OVERLONG=1 FRAGMENT_CONTRADICTED=1",
                decoded.fates());
    }

    @Test
    void usesTheFirstFragmentOfADatagramThatTheCaptureCut() {
        byte[] first = bytes(ipv4(17, 7, 0x2000, "03e8 0035 0100 0000" + "61".repeat(24)));
        byte[] second = bytes(ipv4(17, 7, 4, "62".repeat(224)));
        decoded.frame(RAW, Arrays.copyOf(first, 32), first.length, 0);
        decoded.frame(RAW, Arrays.copyOf(second, 32), second.length, 0);

        assertEquals("USED_UDP=1 FRAGMENT_CUT=1", decoded.fates());
        assertEquals(List.of("udp 10.0.0.1:1000>10.0.0.2:53 aaaa cut 20"), decoded.packets());
    }

    @Test
    void aDatagramThatIsWholeButBrokenCountsItsLastFrame() {
        decoded.frame(RAW, ipv4(6, 7, 0x2000, "00".repeat(8))).frame(RAW, ipv4(6, 7, 1, "00"));

        assertEquals("FRAGMENT_USED=1 HEADER_TRUNCATED=1", decoded.fates());
    }

    @Test
    void fragmentsOfUdpOnATunnelsPortAreTriedAsTheTunnel() {
        String outer = tunnel(4789, "08000000 00000100" + Packets.INNER)
                .replace(" ", "")
                .substring(2 * 34);
        decoded.frame(RAW, ipv4(17, 7, 0x2000, outer.substring(0, 64)));
        decoded.frame(RAW, ipv4(17, 7, 4, outer.substring(64)));

        assertEquals("USED_TCP=1 FRAGMENT_USED=1", decoded.fates());
    }
}
