package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What messages ask for and say, where the operator wants to know. */
class OperationTest {

    private static final List<String> HTTP1 = List.of(
            ">POST /cart/7?user=joe HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi",
            "<HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");

    /** The first two requests of RFC 7541 §C.4, a gRPC call whose path is indexed by the second use, and trailers. */
    private static final List<String> HTTP2 = List.of(
            ">PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{000000 04 00 00000000}",
            "<{000000 04 00 00000000}",
            ">{000011 01 05 00000001 828684418cf1e3c2e5f23a6ba0ab90f4ff}",
            "<{000001 01 05 00000001 88}",
            ">{000015 01 2c 00000003 02 0000000000 838644 09}/x.Y/Call{00 00}{000007 00 01 00000003 00 00000002}xy",
            "<{000001 01 00 00000003 88}{000000 09 04 00000003}{000006 00 00 00000003 00 00000001}z",
            "<{00000f 01 05 00000003 40 0b}grpc-status{01 35}",
            ">{000003 01 05 00000005 8386be}",
            "<{000002 01 05 00000005 8dbe}");

    private static List<String> operations(List<String> steps, boolean wanted, int pieces) {
        TalkingConnection connection =
                new TalkingConnection(MessageSettings.defaults().withOperations(wanted)).open();
        for (String step : steps) {
            byte[] bytes = TalkingConnection.bytesOf(step);
            for (int at = 0; at < bytes.length; at += pieces) {
                connection.send(
                        TalkingConnection.directionOf(step),
                        Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + pieces)));
            }
        }
        connection.assembler.onClose(connection, CloseReason.END_OF_CAPTURE, connection.nowNanos);
        List<String> operations = new ArrayList<>();
        for (int i = 0; i < connection.batch.count(); i++) {
            String operation = connection.batch.operation(i);
            if (operation != null) {
                operations.add(operation);
            }
        }
        connection.batch.reset();
        assertEquals(null, connection.batch.operation(0), "a new block knows nothing of the last one's");
        return operations;
    }

    @Test
    void tellsTargetAndStatusHoweverTheBytesAreCut() {
        for (int pieces : new int[] {1, 2, 3, 7, 1000}) {
            assertEquals(List.of("POST /cart/7", "404"), operations(HTTP1, true, pieces), "pieces of " + pieces);
            assertEquals(
                    List.of(
                            "GET /",
                            "200",
                            "POST /x.Y/Call",
                            "200 grpc-status 5",
                            "POST /x.Y/Call",
                            "404 grpc-status 5"),
                    operations(HTTP2, true, pieces),
                    "pieces of " + pieces);
        }
    }

    /** A query, a statement that is prepared and run, and run again; what is in quotes is not told. */
    private static final List<String> POSTGRES = List.of(
            ">{00000010 00030000}user{00}j{00 00}",
            "<R{00000008 00000000}Z{00000005}I",
            ">Q{00000038}select a, ' from b' from \"shop\".\"stock\" where x='q'{00}",
            "<C{0000000d}SELECT 1{00}Z{00000005}I",
            ">P{0000001e}s1{00}UPDATE cart SET x=$1{00 0000}B{0000000e 00}s1{00 0000 0000 0000}S{00000004}",
            "<1{00000004}2{00000004}Z{00000005}I",
            ">B{0000000e 00}s1{00 0000 0000 0000}S{00000004}",
            "<2{00000004}Z{00000005}I");

    @Test
    void tellsWhatStatementsDoAndOfWhichTable() {
        for (int pieces : new int[] {1, 7, 1000}) {
            assertEquals(
                    List.of("SELECT /stock", "UPDATE /cart", "UPDATE /cart"),
                    operations(POSTGRES, true, pieces),
                    "pieces of " + pieces);
        }
        assertEquals(List.of(), operations(POSTGRES, false, 1000));
    }

    /** A key, one within a pipeline, a command of none, one that is long, and a password, which is set-up. */
    private static final List<String> REDIS = List.of(
            ">*2{0d0a}$4{0d0a}AUTH{0d0a}$6{0d0a}secret{0d0a}",
            "<+OK{0d0a}",
            ">*2{0d0a}$3{0d0a}get{0d0a}$7{0d0a}cart:17{0d0a}*1{0d0a}$4{0d0a}PING{0d0a}",
            "<$-1{0d0a}+PONG{0d0a}",
            ">*3{0d0a}$3{0d0a}SET{0d0a}$5{0d0a}stock{0d0a}$6{0d0a}secret{0d0a}",
            "<+OK{0d0a}",
            ">*3{0d0a}$4{0d0a}EVAL{0d0a}$6{0d0a}secret{0d0a}$1{0d0a}0{0d0a}",
            "<:1{0d0a}");

    @Test
    void tellsTheKeysOfCommandsAndNoValues() {
        for (int pieces : new int[] {1, 2, 3, 7, 1000}) {
            assertEquals(List.of("GET /cart/17", "SET /stock"), operations(REDIS, true, pieces), "pieces of " + pieces);
        }
        assertEquals(List.of(), operations(REDIS, false, 1000));
    }

    private static final String TWO_RECORDS = "{0000000000000000 00000043 ffffffff 02 00000000 0000 00000001"
            + " 0000000000000000 0000000000000000 ffffffffffffffff ffff ffffffff 00000002}"
            + "{10 00000001 04}ab{00}{10 00000201 04}cd{00}";

    private static final List<String> KAFKA = List.of(
            ">{0000007a 0000 0003 00000001 0002}cl{ffff ffff 00000000 00000001 0005}carts{00000001 00000000 0000004f}"
                    + TWO_RECORDS,
            "<{00000006 00000001 0000}",
            ">{00000010 0001 0004 00000002 0002}cl{0000 0000}",
            "<{0000008d 00000002 00000000 00000002 0005}empty{00000000 0005}carts{00000001"
                    + " 00000000 0000 0000000000000005 0000000000000005 00000000 0000004f}"
                    + TWO_RECORDS);

    @Test
    void tellsTheTopicOfEachRecord() {
        for (int pieces : new int[] {1, 7, 1000}) {
            assertEquals(
                    List.of("PRODUCE /carts", "PRODUCE /carts", "FETCH /carts", "FETCH /carts"),
                    operations(KAFKA, true, pieces),
                    "pieces of " + pieces);
        }
        assertEquals(List.of(), operations(KAFKA, false, 1000));
    }

    private static final String CLIENT = "2210}0123456789abcdef{2800}";

    private static final List<String> HADOOP_RPC = List.of(
            ">hrpc{09 00 00}{0000001b 1a 0802 1000 1805 " + CLIENT,
            ">{00000025 1a 0802 1000 1800 " + CLIENT + "{04 0a02}ls{04 0a02}/a",
            "<{0000001b 1a 0800 1000 1809 3a10}0123456789abcdef{4000}",
            ">{00000025 1a 0802 1000 1802 " + CLIENT + "{04 0a02}df{04 0a02 0801}");

    private static final String BLOCK = "0f 0a0d 0a08 0a06 0a02}BP{1007 1201}c";

    private static final List<String> HDFS = List.of(
            ">{001c50 " + BLOCK,
            "<{04 0800 1200}",
            ">{00000004 0019 09 0000000000000000 11 0000000000000000 18 01 25 00000000}",
            "<{09 0800 1000 1800 220100}",
            ">{001c51 " + BLOCK);

    @Test
    void tellsWhichFileTheNameNodeIsAskedFor() {
        for (int pieces : new int[] {1, 7, 1000}) {
            assertEquals(List.of("ls /a", "df"), operations(HADOOP_RPC, true, pieces), "pieces of " + pieces);
            assertEquals(
                    List.of("WRITE_BLOCK /BP/blk_7", "PACKET /BP/blk_7", "READ_BLOCK /BP/blk_7"),
                    operations(HDFS, true, pieces),
                    "pieces of " + pieces);
        }
        assertEquals(List.of(), operations(HADOOP_RPC, false, 1000));
        assertEquals(List.of(), operations(HDFS, false, 1000));
    }

    /** A request in two fragments, of which each repeats what is asked for. */
    private static final List<String> DCE_RPC = List.of(
            ">{05 00 0b 03 10000000 4800 0000 01000000 d016d016 00000000 01000000 0000 0100"
                    + " 785734123412cdabef000123456789ac 01000000 045d888aeb1cc9119fe808002b104860 02000000}",
            "<{05 00 0c 03 10000000 3800 0000 01000000 d016d016 01000000 0000 0000 01000000 0000 0000"
                    + " 045d888aeb1cc9119fe808002b104860 02000000}",
            ">{05 00 00 01 10000000 1a00 0000 02000000 00000000 0000 0500}ab"
                    + "{05 00 00 02 10000000 1a00 0000 02000000 00000000 0000 0500}cd");

    @Test
    void tellsInterfaceAndProcedureOnce() {
        for (int pieces : new int[] {1, 7, 1000}) {
            assertEquals(
                    List.of("12345778-1234-abcd-ef00-0123456789ac 5"),
                    operations(DCE_RPC, true, pieces),
                    "pieces of " + pieces);
        }
    }

    @Test
    void tellsNothingUnlessAsked() {
        assertEquals(List.of(), operations(HTTP1, false, 1000));
        assertEquals(List.of(), operations(HTTP2, false, 1000));
    }

    @Test
    void aLostBlockMakesTheNamesThatItIntroducedUnknown() {
        TalkingConnection connection =
                new TalkingConnection(MessageSettings.defaults().withOperations(true)).open();
        connection.say(HTTP2.get(0)).say("<{000000 04 00 00000000}");
        connection.say(">{00000c 01 05 00000001 838644}");
        connection.lose(0, 9);
        connection.say(">{000003 01 05 00000003 8386be}").say(">{000007 01 05 00000005 838644}{03}/ab");
        connection.say(">{000003 01 05 00000007 8386be}");
        List<String> operations = new ArrayList<>();
        connection.assembler.onClose(connection, CloseReason.END_OF_CAPTURE, connection.nowNanos);
        for (int i = 0; i < connection.batch.count(); i++) {
            operations.add(String.valueOf(connection.batch.operation(i)));
        }
        assertEquals(List.of("null", "null", "null", "null", "null", "POST /ab", "POST /ab"), operations);
    }

    @Test
    void aStreamThatPausesIsCutIntoItsMessages() {
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults()).open();
        long pause = 6_000_000_000L;
        connection.say(">{000002 01 04 00000001}hh{000007 00 01 00000001 00 00000002}xy");
        connection.say("<{000001 01 04 00000001}h{000006 00 00 00000001 00 00000001}a");
        assertEquals(List.of("> Q0 27"), connection.messages());
        assertEquals(List.of("< R0 25"), connection.pause(pause).messages());
        connection.say("<{000006 00 00 00000001 00 00000001}b");
        assertEquals(List.of("< O0 15"), connection.messages(), "as soon as it is complete");
        connection.say("<{000006 00 00 00000001 00 0000}");
        assertEquals(List.of(), connection.pause(pause).messages(), "half a message is none");
        connection.say("<{0001}c").say("<{000001 01 05 00000001}t");
        assertEquals(List.of("< O0 15", "< O0 10 setup"), connection.messages());
        assertEquals(List.of(), connection.close(CloseReason.FINISHED));
    }

    @Test
    void aPauseCutsTheSameWhetherATimerRanOrNot() {
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults()).open();
        connection.say(">{000002 01 04 00000001}hh{000007 00 01 00000001 00 00000002}xy");
        connection.say("<{000001 01 04 00000001}h{000006 00 00 00000001 00 00000001}a");
        connection.nowNanos += 6_000_000_000L;
        connection.say("<{000001 01 05 00000001}t");
        assertEquals(List.of("> Q0 27", "< R0 25", "< O0 10 setup"), connection.messages());
    }
}
