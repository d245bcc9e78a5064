package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages on whose end receivers may disagree (RFC 9112 §6.3). */
class DoubtfulEndsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | Content-Length: 0~Content-Length: 30",
                "1 | Content-Length: 4~Transfer-Encoding: chunked",
                "1 | Transfer-Encoding: chunked~Content-Length: 4",
                "1 | Content-Length: 4~transfer-encoding: identity",
                "1 | Content-Length: +4",
                "1 | Content-Length: 4~Content-Length: 0x4",
                "1 | Transfer-Encoding : chunked~Content-Length: 4",
                "1 | Content-Length : 4",
                "1 | Transfer-Encoding:~ chunked~Content-Length: 4",
                "1 | Transfer-Encoding: xchunked",
                "1 | Transfer-Encoding: chunked~Transfer-Encoding: x",
                "0 | Transfer-Encoding: gzip, chunked ",
                "0 | Content-Length: 4",
                "0 | Content-Lengths: 4~Content-Length: 4",
                "0 | Content-Length: 4~Content-Length: 4",
                "0 | Transfer-Encoding: chunked"
            })
    void areCounted(int expected, String fields) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults()).open();
        c.say(">POST / HTTP/1.1\r\n" + fields.replace("~", "\r\n") + "\r\n\r\n0\r\n\r\n");
        assertEquals(expected, c.assembler.counters().get(MessageCounter.MESSAGES_OF_DOUBTFUL_END));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | POST / HTTP/1.1~Transfer-Encoding: chunked~~ffffffffffffffffff~",
                "1 | POST / HTTP/1.1~Transfer-Encoding: chunked~~-1~",
                "1 | POST / HTTP/1.1~Transfer-Encoding: chunked~~0x4~abcd~0~~",
                "1 | POST / HTTP/1.1~Transfer-Encoding: chunked~~4;a_abcd~0~~",
                "0 | POST / HTTP/1.1~Transfer-Encoding: chunked~~4 ~abcd~0;a=b~~",
                "1 | GET / HTTP/1.1_Host: a__",
                "1 | GET / HTTP/1.1~Host: a_~",
                "1 | GET / HTTP/1.1~Host: a~_",
                "0 | ~_GET / HTTP/1.1~Host: a~~",
                "2 | GET / HTTP/1.1~Host: a~_GET / HTTP/1.1~Host: a~_"
            })
    void areCountedByLines(int expected, String text) {
        String bytes = text.replace("~", "\r\n").replace('_', '\n');
        TalkingConnection whole = new TalkingConnection(MessageSettings.defaults()).open();
        whole.say(">" + bytes);
        assertEquals(expected, whole.assembler.counters().get(MessageCounter.MESSAGES_OF_DOUBTFUL_END));
        TalkingConnection cut = new TalkingConnection(MessageSettings.defaults()).open();
        bytes.chars().forEach(one -> cut.say(">" + (char) one));
        assertEquals(expected, cut.assembler.counters().get(MessageCounter.MESSAGES_OF_DOUBTFUL_END));
    }
}
