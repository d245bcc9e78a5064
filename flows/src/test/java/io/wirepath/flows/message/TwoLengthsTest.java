package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages on whose end receivers may disagree (RFC 9112 §6.3). */
class TwoLengthsTest {

    @ParameterizedTest
    @CsvSource({
        "1, Content-Length: 0~Content-Length: 30",
        "1, Content-Length: 4~Transfer-Encoding: chunked",
        "1, Transfer-Encoding: chunked~Content-Length: 4",
        "1, Content-Length: 4~transfer-encoding: identity",
        "1, Content-Length: +4",
        "1, Content-Length: 4~Content-Length: 0x4",
        "1, Transfer-Encoding : chunked~Content-Length: 4",
        "1, Content-Length : 4",
        "1, Transfer-Encoding:~ chunked~Content-Length: 4",
        "0, Content-Length: 4",
        "0, Content-Lengths: 4~Content-Length: 4",
        "0, Content-Length: 4~Content-Length: 4",
        "0, Transfer-Encoding: chunked"
    })
    void areCounted(int expected, String fields) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults()).open();
        c.say(">POST / HTTP/1.1\r\n" + fields.replace("~", "\r\n") + "\r\n\r\n0\r\n\r\n");
        assertEquals(expected, c.assembler.counters().get(MessageCounter.MESSAGES_OF_TWO_LENGTHS));
    }
}
