package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of messages, as programs write them and as the papers print them. */
class MessageTablesTest extends ImportFixture {

    @Test
    void tablesNeedNoMoreThanTimesAndEnds() throws IOException {
        assertEquals(
                List.of("request a>b 10..20 #0", "response b>a 30..40 #0", "one_way 10.0.0.1>b 50..50"), messages("""
                        sent_ns,received_ns,from,to,role
                        1700000000000000010,1700000000000000020,a,b,request
                        1700000000000000030,1700000000000000040,b,a,response
                        1700000000000000050,,10.0.0.1:7,b,
                        """));
    }

    @Test
    void timesThatNobodySawStayUnknown() throws IOException {
        assertEquals(
                List.of("one_way a>b 500000000..500000000 far"),
                messages("{\"received\":1.5,\"from\":\"a\",\"to\":\"b\"}\n"));
    }

    /** Project 5 §6.5, to the letter. */
    @Test
    void tracesAsProject5PrintsThemAreRead() throws IOException {
        assertEquals(
                List.of(
                        "request nodeA>nodeB 482205000..482205000 #3231549",
                        "response nodeB>nodeA 483575000..483575000 #3231549"),
                messages("""
                        timestamp operation sender rcvr ID
                        1047680084.482205 CALL_SENT nodeA nodeB id37
                        1047680084.483575 RET_SENT nodeB nodeA id37
                        """).stream()
                        .map(line -> line.replaceAll("#\\d+", "#3231549"))
                        .toList());
        assertEquals(
                List.of("request a>b 100000000..300000000 #0", "response b>a 500000000..600000000 #0"), messages("""
                        9.1 CALL_SENT a b
                        9.3 CALL_RCVD a b
                        9.5 RET_SENT b a
                        9.6 RET_RCVD b a
                        """));
    }

    /** Times 9.1 s and 9.3 s before the epoch are 900 and 700 ms behind the second before. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "timestamp operation sender rcvr ID|9.1 CALL_SENT a b i|9.3 RET_SENT b a i",
                "9.1 call_sent a b i|9.3 ret_sent b a i",
                "TIME OP FROM TO|9.1 Call-Sent a b|9.3 Return_Sent b a",
                "sender rcvr ID operation timestamp|a b i CALL_SENT 9.1|b a i RET_SENT 9.3",
                "# rcvr sender operation timestamp|b a call 9.1|a b reply 9.3",
                "CALL_SENT 9.1 a b i|RET_SENT 9.3 b a i",
                "9.1,CALL_SENT,a,b,i|9.3,RET_SENT,b,a,i",
                "\"ID\",\"Timestamp\",\"Operation\",\"Sender\",\"Receiver\"|i,9.1,CALL_SENT,a,b|i,9.3,RET_SENT,b,a",
                "Timestamp; Operation; Sender; Receiver; Call ID|9.1; CALL_SENT; a; b; i|9.3; RET_SENT; b; a; i",
                "timestamp\toperation\tsender\trcvr\tID|9.1\tCALL_SENT\ta\tb\ti|9.3\tRET_SENT\tb\ta\ti",
                "timestamp (ms) operation sender rcvr ID|9100 CALL_SENT a b i|9300 RET_SENT b a i",
                "time_us,op,sender,receiver|9100000,CALL_SENT,a,b|9300000,RET_SENT,b,a",
                "1047680084100 CALL_SENT a b i|1047680084300 RET_SENT b a i",
                "1047680084100000 CALL_SENT a b|1047680084300000 RET_SENT b a",
                "-9.9 CALL_SENT a b i|-9.7 RET_SENT b a i",
                "2003-03-14T22:14:44.1Z CALL_SENT a b i|2003-03-14T22:14:44.3Z RET_SENT b a i",
                "time from to role|9.1 a b request|9.3 b a response",
                "1,209.1;CALL_SENT;a;b;i|1,209.3;RET_SENT;b;a;i",
                "1,209.1 CALL_SENT a b i|1,209.3 RET_SENT b a i",
                "'1,209.1',CALL_SENT,a,b,i|'1,209.3',RET_SENT,b,a,i",
                "{'timestamp':9.1,'operation':'CALL_SENT','sender':'a','rcvr':'b','id':7}"
                        + "|{'timestamp':9.3,'operation':'RET_SENT','sender':'b','rcvr':'a','id':7}",
            })
    void tracesOfProject5AreReadWhateverTheirCaseOrderAndSeparators(String text) throws IOException {
        List<String> told = messages(text.replace('|', '\n').replace('\'', '"'));
        assertEquals(
                List.of("request a>b 100000000..100000000 #0", "response b>a 300000000..300000000 #0"),
                told.stream()
                        .map(line -> line.replace("-900000000", "100000000").replace("-700000000", "300000000"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/1 b/2 9.1 9.3|b/2 a/1 10.5 nil",
                "a/1,b/2,9.1,9.3|b/2,a/1,10.5,nil",
                "sent received sender receiver|9.1 9.3 a/1 b/2|10.5 - b/2 a/1",
                "Receiver;Sender;Sent time;Received time|b/2;a/1;9.1;9.3|a/1;b/2;10.5;",
                "sender\treceiver\tsent\treceived|a/1\tb/2\t9.1\t9.3|b/2\ta/1\t10.5\t",
                "a/1 b/2 9100000000000000000e-18 93e-1|b/2 a/1 105e-1 NIL",
                "sender receiver sent_ms received_ms|a/1 b/2 9100 9300|b/2 a/1 10500 nil",
                "sent received sender receiver|9.1 9.3 a/1 b/2|receiver sender received sent|a/1 b/2 null 10.5",
            })
    void messagesOfWap5AreReadWhateverTheirOrderAndSeparators(String text) throws IOException {
        List<String> told = messages(text.replace('|', '\n'));
        assertEquals(
                List.of("one_way a/1>b/2 100000000..300000000", "one_way b/2>a/1 500000000..500000000"),
                told.stream().map(line -> line.replace(" far", "")).toList());
    }

    @Test
    void timesOfMessagesMayBeWholeOrBeforeTheEpoch() throws IOException {
        assertEquals(List.of("one_way a/1>b/2 0..0"), messages("a/1 b/2 592 852\n"));
        assertEquals(List.of("one_way a/1>b/2 0..0"), messages("a/1,b/2,592,852\n"));
        assertEquals(List.of("one_way a/1>b/2 -500000000..-300000000"), messages("a/1 b/2 -3.5 -3.3\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '~',
            value = {
                "i a b CALL_SENT 9.1! a line of headings such as",
                "9.1 9.3 a/1 b/2! a line of headings such as",
                "time sender from receiver|9.1 a a b! two columns tell 'from'",
                "timestamp operation sender rcvr|9.1 PUSHED a b! the operation 'PUSHED' is none of CALL_SENT",
                "timestamp operation sender rcvr|soon CALL_SENT a b! 'soon' is no time",
                "timestamp operation sender rcvr|9.1 CALL_SENT a! the row has 3 fields, and the header 4",
                "timestamp operation sender rcvr|9.1 CALL_SENT a:70000 b! '70000' is not a port",
                "1,234.5,CALL_SENT,a,b! '1,234.5' may be one number or two",
                "a,b,1,234.5! '1,234.5' may be one number or two",
                "time,from,to|1,234.5,a! '1,234.5' may be one number or two",
                "time,from,to,call|1,234,a,b! '1,234' may be one number or two",
                "time,from,to|1,234,567,8! the row has 4 fields, and the header 3",
            })
    void aTableThatIsUnclearSaysWhatAndWhere(String text, String problem) {
        String table = text.replace('|', '\n');
        String told = assertThrows(ImportException.class, () -> messages(table)).getMessage();
        assertTrue(told.contains(problem), told);
        assertTrue(told.contains("trace:" + table.lines().count() + ": "), told);
    }

    @Test
    void tracesOfThePapersMayHaveCommentsHeadingsAndAByteOrderMark() throws IOException {
        assertEquals(
                List.of("one_way a>b 100000000..100000000"),
                messages("\uFEFF# today\n\n  9.1 MSG_SENT a b  # alone\r\n# end\n"));
        assertEquals(List.of("one_way client/1>x 705000000..705000000"), messages("""
                # of today
                sender receiver sent received

                client/1 x 1.705 NIL
                """));
    }

    /** WAP5's slides, pages 12 to 14, to the letter: calls on sockets, and the messages that are made of them. */
    @Test
    void tracesAsWap5PrintsThemAreRead() throws IOException {
        assertEquals(
                List.of(
                        "one_way client/5040>server/8712 592000000..852000000",
                        "one_way server/8712>x 705000000..705000000"),
                messages("""
                        client/5040 server/8712 0.592 0.852
                        server/8712 x 1.705 nil
                        """));
        assertEquals(
                List.of(
                        "request client[5040]>server[8712] 592000000..852000000 #0",
                        "response server[8712]>client[5040] 705000000..33000000 #0"),
                messages("""
                        client
                        pid=5040
                        bind(fd=6, addr={15.1.2.3:33250})
                        connect(fd=6, addr={16.5.6.7:80})
                        send(fd=6, len=10, time=0.592)
                        recv(fd=6, len=12, time=2.033)
                        server
                        pid=8712
                        •
                        bind(fd=4, addr={16.5.6.7:80})
                        accept(lfd=4, addr={15.1.2.3:33250}) = 5
                        recv(fd=5, len=10, time=0.852)
                        send(fd=5, len=12, time=1.705)
                        """));
    }

    /** No expression takes time by the square of what stands in a line: a million blanks would take hours. */
    @Test
    void aLineOfAMillionBlanksIsReadInOnePass() throws IOException {
        String blanks = " ".repeat(1_000_000);
        String table = "from to sent received\na b 1 2" + blanks + "x\n";
        assertThrows(ImportException.class, () -> messages(table));
        String wide = "sent" + blanks.replace(' ', '_') + "(nsx";
        assertEquals(wide, TableColumns.canonical(wide));
        assertTrue(!TraceTimes.isNumber("1".repeat(1_000_000) + "x"));
    }
}
