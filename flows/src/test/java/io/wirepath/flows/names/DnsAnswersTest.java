package io.wirepath.flows.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.message.TalkingConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DnsAnswersTest {

    private static final String ANSWER = ">{1234 8180 0001 0003 0000 0000 03}web{03}lab{00 0001 0001"
            + " c00c 0005 0001 00000001 0005 02}ab{c010"
            + " c029 0001 0001 00000001 0004 0a000109"
            + " c029 001c 0001 00000001 0010 20010db8000000000000000000000001}";

    private static final int SHORTEST_RECORD_BYTES = 12;
    private static final int LONGEST_NAME_BYTES = 255;

    private static List<String> names(byte[] bytes) {
        List<String> names = new ArrayList<>();
        new DnsAnswers()
                .read(ByteBuffer.wrap(bytes), 0, bytes.length, true, (high, low, from, offset, length, origin) -> {
                    byte[] name = new byte[length];
                    from.get(offset, name, 0, length);
                    names.add(AddressText.of(high, low) + " " + new String(name, StandardCharsets.ISO_8859_1));
                });
        return names;
    }

    @Test
    void addressesGetTheNameThatWasAskedFor() {
        assertEquals(List.of("10.0.1.9 web.lab", "2001:db8::1 web.lab"), names(TalkingConnection.bytesOf(ANSWER)));
    }

    @Test
    void reverseLookupsNameTheAddressThatWasAskedFor() {
        String four = ">{1234 8180 0001 0001 0000 0000 01}9{01}1{01}0{02}10{07}in-addr{04}arpa{00 000c 0001"
                + " c00c 000c 0001 00000001 0005 03}web{00}";
        assertEquals(List.of("10.0.1.9 web"), names(TalkingConnection.bytesOf(four)));
        String six = ">{1234 8180 0001 0001 0000 0000 01}1{01}" + "0{01}".repeat(23)
                + "8{01}b{01}d{01}0{01}1{01}0{01}0{01}2{03}ip6{04}arpa{00 000c 0001 c00c 000c 0001 00000001 0005 03}web{00}";
        assertEquals(List.of("2001:db8::1 web"), names(TalkingConnection.bytesOf(six)));
    }

    @Test
    void aMessageThatIsCutGivesTheNamesBeforeTheCut() {
        byte[] bytes = TalkingConnection.bytesOf(ANSWER);
        for (int length = 0; length < bytes.length; length++) {
            int found = names(java.util.Arrays.copyOf(bytes, length)).size();
            assertEquals(length < bytes.length - 28 ? 0 : 1, found, "cut at " + length);
        }
    }

    @Test
    void damagedBytesGiveNoNameThatCouldNotBe() {
        Random random = new Random(1);
        byte[] bytes = TalkingConnection.bytesOf(ANSWER);
        for (int i = 0; i < 100_000; i++) {
            byte[] damaged = bytes.clone();
            for (int j = random.nextInt(6); j >= 0; j--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            List<String> found = names(damaged);
            assertTrue(found.size() <= damaged.length / SHORTEST_RECORD_BYTES, found::toString);
            for (String each : found) {
                int length = each.length() - each.indexOf(' ') - 1;
                assertTrue(length > 0 && length <= LONGEST_NAME_BYTES, each);
            }
        }
    }
}
