package io.wirepath.flows.message.framer.hpack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header blocks, among them those of RFC 7541, appendix C. */
class HpackDecoderTest {

    private final HpackDecoder decoder = new HpackDecoder();
    private final HeaderFields fields = new HeaderFields();

    @BeforeEach
    void begin() {
        decoder.reset(true, true);
    }

    private boolean decode(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return decoder.decode(ByteBuffer.wrap(bytes), 0, bytes.length, fields);
    }

    private String read(String hex) {
        assertTrue(decode(hex), hex);
        return fields.method() + " " + fields.path() + " " + text(fields.status()) + " " + text(fields.grpcStatus());
    }

    private static String text(int number) {
        return number == HeaderFields.NONE ? "null" : String.valueOf(number);
    }

    @Test
    void readsTheRequestsOfTheRfcWithAndWithoutHuffmanCode() {
        for (List<String> blocks : List.of(
                List.of(
                        "828684410f7777772e6578616d706c652e636f6d",
                        "828684be58086e6f2d6361636865",
                        "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565"),
                List.of(
                        "828684418cf1e3c2e5f23a6ba0ab90f4ff",
                        "828684be5886a8eb10649cbf",
                        "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"))) {
            decoder.reset(true, true);
            assertEquals("GET / null null", read(blocks.get(0)));
            assertEquals("GET / null null", read(blocks.get(1)));
            assertEquals("GET /index.html null null", read(blocks.get(2)));
        }
    }

    @Test
    void readsTheResponsesOfTheRfc() {
        assertEquals(
                "null null 302 null",
                read("488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8"
                        + "e9ae82ae43d3"));
        assertEquals("null null 307 null", read("4883640effc1c0bf"));
        assertEquals("null null 307 null", read("be"));
        assertEquals("null null 200 null", read("88c1"));
    }

    @Test
    void rememberedFieldsAreReadByNumberTheNewestFirst() {
        assertEquals("null /a null null", read("44 02 2f61"));
        assertEquals("null null null 5", read("40 0b 677270632d737461747573 01 35"));
        assertEquals("null null null 5", read("be"));
        assertEquals("null /a null null", read("bf"));
        assertEquals("null /b null null", read("04 02 2f62"));
        assertEquals("null /a null null", read("bf"));
        assertEquals("null /c null null", read("7f 00 02 2f63"));
    }

    @Test
    void whatIsNotKnownIsNotGuessed() {
        assertEquals("GET null null null", read("82 be"));
        assertEquals("GET null null null", read("82 7e 01 78"));
        read("44 02 2f61");
        decoder.lose();
        assertEquals("null null null null", read("be"));
        assertEquals("null /b null null", read("44 02 2f62"));
        assertEquals("null /b null null", read("be"));
    }

    @Test
    void entriesThatDoNotFitAreForgotten() {
        read("44 02 2f61");
        assertEquals("null null null null", read("20"), "the table has no room");
        assertEquals("null null null null", read("be"));
        read("3f e1 1f 44 02 2f61");
        assertEquals("null /a null null", read("be"));
        assertEquals("null null null null", read("3f 07 be"), "38 bytes");
    }

    @Test
    void keepsWhatItsBoundAllows() {
        read("3f e1 ff ff 07");
        for (int i = 0; i < 3000; i++) {
            read("44 02 2f" + "%02x".formatted(0x61 + i % 26));
        }
        assertEquals("null /" + (char) ('a' + 2999 % 26) + " null null", read("be"));
        assertEquals("null null null null", read("ff ff 7f"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "ff", "ff ff ff ff ff ff ff", "44", "44 05 2f", "40 81 00", "04 82 ff ff", "3f"})
    void refusesWhatIsNoBlock(String hex) {
        assertFalse(decode(hex));
        assertEquals("GET / null null", read("82 84"), "and goes on with the next");
    }

    @Test
    void theHuffmanCodeIsComplete() {
        int[] counts = HuffmanCode.countsByLength();
        long used = 0;
        for (int length = 1; length < counts.length; length++) {
            used += (long) counts[length] << 30 - length;
        }
        assertEquals(1L << 30, used);
    }

    /** As a text, and then by the number of its entry, of which the value is new. */
    @Test
    void identifiersAreLinesAsHttp1HasThem() {
        assertTrue(decode("40 0c 782d726571756573742d6964 02 6131"));
        assertEquals("\nx-request-id: a1\n", fields.identifiers());
        assertTrue(decode("7e 02 6132"));
        assertEquals("\nx-request-id: a2\n", fields.identifiers());
        assertTrue(decode("bf 82"));
        assertEquals("\nx-request-id: a1\n", fields.identifiers());
        decoder.reset(true, false);
        assertTrue(decode("40 0c 782d726571756573742d6964 02 6131"));
        assertEquals(null, fields.identifiers());
    }

    /** After a loss entries may stand elsewhere: none of before names an identifier, and those of after do. */
    @Test
    void whatIsInDoubtIsNoIdentifier() {
        assertTrue(decode("40 0c 782d726571756573742d6964 02 6131"));
        decoder.doubt();
        assertTrue(decode("be"));
        assertEquals("", fields.identifiers());
        assertTrue(decode("7e 02 6132"));
        assertEquals("", fields.identifiers(), "named by an entry in doubt");
        assertTrue(decode("be"));
        assertEquals("", fields.identifiers(), "of which the name is not known");
        assertTrue(decode("40 0c 782d726571756573742d6964 02 6133"));
        assertTrue(decode("be"));
        assertEquals("\nx-request-id: a3\n", fields.identifiers());
        assertTrue(decode("82"));
        assertEquals(null, fields.identifiers(), "there is none");
    }

    /** After a loss an entry of before counts until one stands where it cannot: entries were added that were lost. */
    @Test
    void aStatusBehindOtherFieldsShowsThatNoEntryStandsWhereItStood() {
        assertEquals("null null 413 null", read("48 03 343133"));
        assertEquals("null null null 5", read("40 0b 677270632d737461747573 01 35"));
        decoder.doubt();
        assertEquals("null null 413 5", read("bf be"));
        assertEquals("null null 200 5", read("88 be"));
        assertEquals("null null null null", read("88 bf"), "413 is what another entry was");
        assertEquals("null null null null", read("bf"), "and forgotten");
        assertEquals("null null 200 null", read("88 be"), "with all others of before");
        assertEquals("null null 414 null", read("48 03 343134"));
        assertEquals("null null 414 null", read("be"));
    }

    @Test
    void aSecondPathShowsTheSame() {
        assertEquals("null /a null null", read("44 02 2f61"));
        decoder.doubt();
        assertEquals("GET /a null null", read("82 be"));
        assertEquals("null null null null", read("82 04 02 2f62 be"));
        assertEquals("GET null null null", read("82 be"));
    }

    @Test
    void oneThatIsRepeatedWithoutEndIsToldOfAFewTimes() {
        assertTrue(decode("40 0c 782d726571756573742d6964 7f 81 01" + "61".repeat(256)));
        assertTrue(decode("be".repeat(1000)));
        assertTrue(String.valueOf(fields.identifiers()).length() < 1200);
    }
}
