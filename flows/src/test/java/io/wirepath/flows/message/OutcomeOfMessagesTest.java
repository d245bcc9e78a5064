package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Sighting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How requests ended, as their responses say. */
class OutcomeOfMessagesTest {

    private static final Map<String, List<String>> TALKS = new TreeMap<>();

    private static final String SMB_ASKS =
            ">{00000040 fe534d42 4000 0100 00000000 0100 0100 00000000 00000000 %s000000000000 00000000 00000000"
                    + " 0000000000000000 00000000000000000000000000000000}";
    private static final String SMB_ANSWERS =
            "<{00000040 fe534d42 4000 0100 %s 0100 0100 01000000 00000000 %s000000000000 00000000 00000000"
                    + " 0000000000000000 00000000000000000000000000000000}";

    static {
        TALKS.put("ftp 421", List.of("<421 There are too many connected users, sorry.\r\n"));
        TALKS.put(
                "ftp 220, ftp 331, ftp 530",
                List.of(
                        "<220-FTP here\r\n220 welcome\r\n",
                        ">USER a\r\n",
                        "<331 Please specify the password.\r\n",
                        ">PASS b\r\n",
                        "<530 Login incorrect.\r\n"));
        TALKS.put(
                "ftp 220, ftp 230, ftp 226",
                List.of(
                        "<220 FTP\r\n",
                        ">USER a\r\n",
                        "<230 Login successful.\r\n",
                        ">RETR a.txt\r\n",
                        "<150 Opening\r\n",
                        "<226 Transfer complete.\r\n"));
        TALKS.put("smtp 421", List.of("<421 mx.example smtp: too many connections\r\n"));
        TALKS.put(
                "socks 0, socks 5",
                List.of(">{05 01 00}", "<{05 00}", ">{05 01 00 01 0a000001 0050}", "<{05 05 00 01 00000000 0000}"));
        TALKS.put("ssh 1", List.of("<Exceeded MaxStartups\r\n"));
        TALKS.put(
                "ssh 0",
                List.of("<SSH-2.0-OpenSSH_9.2\r\n", ">SSH-2.0-Go\r\n{00000010 0a}", "<{0000000c 0a}", ">{00000001}"));
        TALKS.put(
                "amqp 403",
                List.of(
                        ">AMQP{00 00 09 01}",
                        "<{01 0000 0000000c 000a000a 0009 00000000 0000 ce}",
                        ">{01 0000 00000006 000a000b 0000 ce}",
                        "<{01 0000 0000000b 000a0032 0193 00 00000000 ce}"));
        TALKS.put(
                "amqp 200",
                List.of(
                        ">AMQP{00 00 09 01}",
                        ">{01 0000 00000006 000a0028 0000 ce}",
                        "<{01 0000 00000005 000a0029 00 ce}"));
        TALKS.put(
                "onc_rpc 0, onc_rpc 3, onc_rpc 17",
                List.of(
                        ">{80000018 00000001 00000000 00000002 000186a3 00000003 00000001}",
                        "<{80000018 00000001 00000001 00000000 00000000 00000000 00000000}",
                        ">{80000018 00000002 00000000 00000002 000186a3 00000003 00000001}",
                        "<{8000001c 00000002 00000001 00000000 00000001 00000004 aabbccdd 00000003}",
                        ">{80000018 00000003 00000000 00000002 000186a3 00000003 00000001}",
                        "<{80000014 00000003 00000001 00000001 00000001 00000001}"));
        TALKS.put(
                "kerberos 25, kerberos 0",
                List.of(
                        ">{00000008 6a820004 01020304}",
                        "<{0000002c 7e8129 3027 a003020105 a10302011e a411180f}20261127000000Z{a503020101 a603020119}",
                        ">{00000008 6a820004 01020304}",
                        "<{00000008 6b820004 01020304}"));
        TALKS.put(
                "diameter 5001",
                List.of(
                        ">{01000014 80000110 00000004 00000001 00000002}",
                        "<{0100002c 00000110 00000004 00000001 00000002 00000107 4000000b 61626300 0000010c 4000000c"
                                + " 00001389}"));
        TALKS.put(
                "smb 0, smb 109",
                List.of(
                        SMB_ASKS.formatted("0500"),
                        SMB_ANSWERS.formatted("160000c0", "0500"),
                        SMB_ASKS.formatted("0600"),
                        SMB_ANSWERS.formatted("6d0000c0", "0600")));
        TALKS.put(
                "http 404, http 503",
                List.of(
                        ">GET /a HTTP/1.1\r\nHost: a\r\n\r\n",
                        "<HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                        ">GET /b HTTP/1.1\r\nHost: a\r\n\r\n",
                        "<HTTP/1.1 503 Down\r\nContent-Length: 2\r\n\r\nno"));
        TALKS.put(
                "http 200, grpc 5, grpc 5, grpc 14",
                List.of(
                        ">PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{000000 04 00 00000000}",
                        "<{000000 04 00 00000000}",
                        ">{000011 01 05 00000001 828684418cf1e3c2e5f23a6ba0ab90f4ff}",
                        "<{000001 01 05 00000001 88}",
                        ">{000015 01 2c 00000003 02 0000000000 838644 09}/x.Y/Call{00 00}{000007 00 01 00000003 00 00000002}xy",
                        "<{000001 01 00 00000003 88}{000000 09 04 00000003}{000006 00 00 00000003 00 00000001}z",
                        "<{00000f 01 05 00000003 40 0b}grpc-status{01 35}",
                        ">{000003 01 05 00000005 8386be}",
                        "<{000005 01 05 00000005 88 0f2f 01 35}",
                        ">{000003 01 05 00000007 8386be}",
                        "<{000006 01 05 00000007 88 0f2f 02}14"));
        TALKS.put(
                "redis 0, redis 1, redis 2, redis 0",
                List.of(
                        ">*1\r\n$4\r\nPING\r\n",
                        "<+PONG\r\n",
                        ">*1\r\n$4\r\nOOPS\r\n",
                        "<-ERR unknown command\r\n",
                        ">*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                        "<-MOVED 3999 127.0.0.1:6381\r\n",
                        ">*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                        "<$1\r\nv\r\n"));
        TALKS.put(
                "sql 00, sql 00, sql 23, sql 57",
                List.of(
                        ">{00000012 00030000}user{00}joe{00 00}",
                        "<R{00000008 00000000}Z{00000005}I",
                        ">Q{0000000d}SELECT 1{00}",
                        "<C{0000000d}SELECT 1{00}Z{00000005}I",
                        ">Q{0000000d}INSERT 1{00}",
                        "<E{0000001e}SERROR{00}VERROR{00}C23505{00}Mno{00 00}Z{00000005}I",
                        ">Q{0000000d}SELECT 2{00}",
                        "<E{0000001e}SFATAL{00}VFATAL{00}C57P01{00}Mno{00 00}Z{00000005}I"));
        TALKS.put(
                "sql 00, sql 00, sql 40, sql HY",
                List.of(
                        "<{0e0000 00 0a}8.0.36{00 01000000 00 00}",
                        ">{240000 01 00000001 00000001 21 0000000000000000000000000000000000000000000000}joe{00}",
                        "<{070000 02 00 00 00 0200 0000}",
                        ">{060000 00 03}SELEC",
                        "<{010000 01 01}{020000 02 03}d{020000 03 01}1{070000 04 fe 00 00 0200 0000}",
                        ">{060000 00 03}OOPS!",
                        "<{0b0000 01 ff bd04}#40001no",
                        ">{060000 00 03}OOPS!",
                        "<{050000 01 ff 2804}no"));
        TALKS.put(
                "cassandra 0, cassandra 1",
                List.of(
                        ">{04 00 0001 07 00000003}abc{04 00 0002 0a 00000000}",
                        "<{84 00 0002 08 00000002}xy",
                        "<{84 00 0001 00 00000001}z"));
        TALKS.put(
                "amqp 312, amqp 404",
                List.of(
                        ">AMQP{00 00 09 01}",
                        "<{01 0001 0000000b 003c 0032 0138}n{000000 00 ce}",
                        "<{02 0001 0000000e 003c 0000 0000000000000000 0000 ce}",
                        "<{01 0001 0000000b 0014 0028 0194}n{000000 00 ce}"));
        TALKS.put("tls 40", List.of(">{16 0301 0004 01000000}", "<{15 0303 0002 02 28}"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void areToldHoweverTheBytesAreCut(int pieces) {
        TALKS.forEach((wanted, steps) -> assertEquals(wanted, outcomes(steps, pieces), "pieces of " + pieces));
    }

    @Test
    void memcachedSaysItInWords() {
        assertEquals(
                "memcached 3, memcached 2",
                outcomes(
                        List.of(
                                ">set k 0 0 1\r\nv\r\n",
                                "<SERVER_ERROR out of memory storing object\r\n",
                                ">incr k x\r\n",
                                "<CLIENT_ERROR invalid numeric delta argument\r\n",
                                ">get k\r\n",
                                "<END\r\n"),
                        1000));
    }

    @Test
    void aDatagramSaysItsOwn() {
        TalkingConnection dns = new TalkingConnection(MessageSettings.defaults());
        dns.transport = 17;
        dns.open().say(">{1234 0100 0001 0000 0000 0000 03}web{03}lab{00 0001 0001}");
        dns.say("<{1234 8183 0001 0000 0000 0000 03}web{03}lab{00 0001 0001}");
        assertEquals("dns 3", told(dns));
    }

    private static String outcomes(List<String> steps, int pieces) {
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults()).open();
        for (String step : steps) {
            byte[] bytes = TalkingConnection.bytesOf(step);
            for (int at = 0; at < bytes.length; at += pieces) {
                connection.send(
                        TalkingConnection.directionOf(step),
                        Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + pieces)));
            }
        }
        connection.assembler.onClose(connection, CloseReason.END_OF_CAPTURE, connection.nowNanos);
        return told(connection);
    }

    private static String told(TalkingConnection connection) {
        List<String> outcomes = new ArrayList<>();
        Sighting sighting = new Sighting();
        for (int i = 0; i < connection.batch.count(); i++) {
            int outcome = connection.batch.wrap(i, sighting).outcome();
            if (outcome != Outcome.UNKNOWN) {
                outcomes.add(Outcome.text(outcome));
            }
        }
        return String.join(", ", outcomes);
    }
}
