package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.AJP;
import static io.wirepath.flows.Protocol.DIAMETER;
import static io.wirepath.flows.Protocol.FASTCGI;
import static io.wirepath.flows.Protocol.FIX;
import static io.wirepath.flows.Protocol.HADOOP_RPC;
import static io.wirepath.flows.Protocol.HDFS;
import static io.wirepath.flows.Protocol.KERBEROS;
import static io.wirepath.flows.Protocol.ONC_RPC;
import static io.wirepath.flows.Protocol.PROXY;
import static io.wirepath.flows.Protocol.SMB;
import static io.wirepath.flows.Protocol.SMPP;
import static io.wirepath.flows.Protocol.SOCKS;

import java.util.List;

/** What runs inside enterprises: files, log-in, accounting, and what proxies say first. */
final class EnterpriseCases {

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "two requests at once, one aborted; the first id comes again",
                    FASTCGI,
                    List.of(
                            ">{01 01 0001 0008 00 00 0001 01 0000000000}{01 04 0001 0004 04 00}{0102}ab{00000000}{01 04 0001 0000 00 00}",
                            ">{01 01 0002 0008 00 00 0001 01 0000000000}{01 05 0001 0003 00 00}abc{01 05 0001 0000 00 00}",
                            ">{01 05 0002 0000 00 00}{01 02 0002 0000 00 00}",
                            "<{01 07 0001 0004 00 00}warn{01 06 0002 0010 00 00}Status: 404 Not {01 06 0001 000e 02 00}Content-type: {0000}",
                            "<{01 03 0002 0008 00 00 00000000 00 000000}{01 03 0001 0008 00 00 00000000 00 000000}",
                            ">{01 01 0001 0008 00 00 0001 01 0000000000}{01 04 0001 0000 00 00}{01 05 0001 0000 00 00}",
                            "<{01 03 0001 0008 00 00 00000000 02 000000}"),
                    List.of("> Q0 59", "> Q1 24", "> O 8", "< R1 40", "< R0 52", "> Q2 32", "< R2 16")),
            FramerCase.of(
                    "what ends inside a header is still what it was",
                    FASTCGI,
                    List.of(
                            ">{01 01 0001 0008 00 00 0001 01 0000000000}{01 05 0001 0000 00 00}",
                            "<{01 06 0001 000d 00 00}Content-type:{01 06 0001 fff8 00 00}"),
                    List.of("> Q0 24", "< U 8", "< R0 21 gap")),
            FramerCase.of(
                    "version 5 with a password and a name; what is in it is itself",
                    SOCKS,
                    List.of(
                            ">{05 02 00 02}",
                            "<{05 02}",
                            ">{01 01}a{02}bc",
                            "<{01 00}",
                            ">{05 01 00 03 03}web{0050}",
                            "<{05 00 00 01 00000000 0000}",
                            ">GET / HTTP/1.1\r\nHost: web\r\n\r\n",
                            "<HTTP/1.1 204 No\r\n\r\n"),
                    List.of(
                            "> Q0 4 setup",
                            "< R0 2 setup",
                            "> Q1 6 setup",
                            "< R1 2 setup",
                            "> Q2 10 setup",
                            "< R2 10 setup",
                            "> Q3 29",
                            "< R3 19")),
            FramerCase.midstream(
                    "in the middle, an answer and what is in the tunnel",
                    SOCKS,
                    List.of(
                            "<{05 00 00 01 00000000 0438}",
                            ">GET / HTTP/1.1\r\nHost: web\r\n\r\n",
                            "<HTTP/1.1 204 No\r\n\r\n"),
                    List.of("< R 10 setup", "> Q0 29", "< R0 19")),
            FramerCase.of(
                    "version 4 with a name",
                    SOCKS,
                    List.of(">{04 01 0050 00000001 00}web{00}", "<{00 5a 0000 00000000}", ">QUIT\r\n", "<bye"),
                    List.of("> Q0 13 setup", "< R0 8 setup", "> Q1 6", "< R1 3")),
            FramerCase.of(
                    "calls of either side by transaction, answered in another order",
                    ONC_RPC,
                    List.of(
                            ">{80000018 00000001 00000000 00000002 000186a3 00000003 00000001}"
                                    + "{8000001c 00000002 00000000 00000002 000186a3 00000003 00000006}abcd",
                            "<{80000010 00000002 00000001 00000000 00000000}{80000010 00000001 00000001 00000000 00000000}",
                            "<{80000018 00000001 00000000 00000002 40000000 00000001 00000001}",
                            ">{80000010 00000001 00000001 00000000 00000000}"),
                    List.of("> Q0 28", "> Q1 32", "< R1 20", "< R0 20", "< Q2 28", "> R2 20")),
            FramerCase.of(
                    "a session, a call that is pending first",
                    SMB,
                    List.of(
                            ">{00000040 fe534d42 4000 0100 00000000 0100 0100 00000000 00000000 0500000000000000 00000000 00000000 0000000000000000 00000000000000000000000000000000 }",
                            "<{00000040 fe534d42 4000 0100 00000000 0100 0100 01000000 00000000 0500000000000000 00000000 00000000 0000000000000000 00000000000000000000000000000000 }",
                            ">{00000040 fe534d42 4000 0100 00000000 0800 0100 00000000 00000000 0600000000000000 00000000 00000000 0000000000000000 00000000000000000000000000000000 }",
                            "<{00000040 fe534d42 4000 0100 03010000 0800 0100 03000000 00000000 0600000000000000 00000000 00000000 0000000000000000 00000000000000000000000000000000 }",
                            "<{00000044 fe534d42 4000 0100 00000000 0800 0100 03000000 00000000 0600000000000000 00000000 00000000 0000000000000000 00000000000000000000000000000000 aabbccdd}"),
                    List.of("> Q0 68 setup", "< R0 68 setup", "> Q1 68", "< O 68 setup", "< R1 72")),
            FramerCase.of(
                    "the first version: calls by process and number",
                    SMB,
                    List.of(
                            ">{00000023 ff534d42 2b 00000000 18 0000 000000000000000000000000 0000 0700 0000 0100 000000}",
                            "<{00000023 ff534d42 2b 00000000 98 0000 000000000000000000000000 0000 0700 0000 0100 000000}"),
                    List.of("> Q0 39", "< R0 39")),
            FramerCase.of(
                    "capabilities are set-up, calls of both sides at once",
                    DIAMETER,
                    List.of(
                            ">{01000014 80000101 00000000 00000001 00000001}",
                            "<{01000014 00000101 00000000 00000001 00000001}",
                            ">{01000018 c000010f 00000003 00000002 00000002 00000000}",
                            "<{01000014 c0000112 00000000 00000002 00000002}",
                            "<{01000014 4000010f 00000003 00000002 00000002}",
                            ">{01000014 40000112 00000000 00000002 00000002}"),
                    List.of("> Q0 20 setup", "< R0 20 setup", "> Q1 24", "< Q2 20", "< R1 20", "> R2 20")),
            FramerCase.of(
                    "a body of two parts, of which the container asks for the second, and a ping",
                    AJP,
                    List.of(
                            ">{1234 0001 0a}",
                            "<{4142 0001 09}",
                            ">{1234 000f 02 04 0008}HTTP/1.1{000000}{1234 0005 0003}abc",
                            "<{4142 0003 06 1ff8}",
                            ">{1234 0000}",
                            "<{4142 0003 04 0194}{4142 0004 03 0001}x{4142 0002 05 01}"),
                    List.of("> Q0 5 setup", "< R0 5 setup", "< O 7 setup", "> Q1 32", "< R1 21")),
            FramerCase.midstream(
                    "in the middle, the rest of an answer is not known, and the next call is",
                    AJP,
                    List.of(
                            "<{4142 0004 04 00c8 00}{4142 0002 05 01}",
                            ">{1234 000f 02 02 0008}HTTP/1.1{000000}",
                            "<{4142 0004 04 00c8 00}{4142 0002 05 01}"),
                    List.of("< R 14", "> Q0 19", "< R0 14")),
            FramerCase.of(
                    "a session, calls of both sides at once",
                    SMPP,
                    List.of(
                            ">{00000012 00000009 00000000 00000001}a{00}",
                            "<{00000012 80000009 00000000 00000001}b{00}",
                            ">{00000012 00000004 00000000 00000002}{0000}{00000012 00000004 00000000 00000003}{0000}",
                            "<{00000012 00000005 00000000 00000002}{0000}{00000010 80000004 00000058 00000003}",
                            ">{00000011 80000005 00000000 00000002 00}",
                            "<{00000012 80000004 00000000 00000002}1{00}{00000010 00000015 00000000 00000003}"),
                    List.of(
                            "> Q0 18 setup",
                            "< R0 18 setup",
                            "> Q1 18",
                            "> Q2 18",
                            "< Q3 18",
                            "< R2 16",
                            "> R3 17",
                            "< R1 18",
                            "< Q4 16 setup")),
            FramerCase.of(
                    "two orders, of which the first report is an answer, and the second is not",
                    FIX,
                    List.of(
                            ">8=FIX.4.4{01}9=11{01}35=A{01}34=1{01}{01}10=000{01}",
                            "<8=FIX.4.4{01}9=11{01}35=A{01}34=1{01}{01}10=000{01}",
                            ">8=FIX.4.4{01}9=11{01}35=D{01}11=a{01}{01}10=000{01}8=FIX.4.4{01}9=11{01}35=D{01}11=b{01}{01}10=000{01}",
                            "<8=FIX.4.4{01}9=17{01}35=8{01}11=b{01}150=0{01}{01}10=000{01}",
                            "<8=FIX.4.4{01}9=17{01}35=8{01}11=b{01}150=F{01}{01}10=000{01}",
                            "<8=FIX.4.4{01}9=17{01}35=8{01}11=a{01}150=8{01}{01}10=000{01}"),
                    List.of("> O 33 setup", "< O 33 setup", "> Q0 33", "> Q1 33", "< R1 39", "< O 39", "< R0 39")),
            FramerCase.midstream(
                    "in the middle, a report that an order was taken answers one, and what was traded does not",
                    FIX,
                    List.of(
                            "<8=FIX.4.4{01}9=17{01}35=8{01}11=a{01}150=F{01}{01}10=000{01}",
                            "<8=FIX.4.4{01}9=17{01}35=8{01}11=b{01}150=0{01}{01}10=000{01}",
                            "<8=FIX.4.4{01}9=17{01}35=8{01}11=b{01}150=4{01}{01}10=000{01}"),
                    List.of("< O 39", "< R 39", "< O 39")),
            FramerCase.of(
                    "a connection, two calls at once, of which one ends with an exception, and a ping",
                    HADOOP_RPC,
                    List.of(
                            ">hrpc{09 00 00}{0000001b 1a 0802 1000 1805 2210}0123456789abcdef{2800}{00000025 1a 0802 1000 1800 2210}0123456789abcdef{2800}{04 0a02}ls{04 0a02}/a",
                            ">{00000025 1a 0802 1000 1802 2210}0123456789abcdef{2800}{04 0a02}ls{04 0a02}/a",
                            "<{0000001b 1a 0801 1001 1809 3a10}0123456789abcdef{4000}",
                            ">{00000009 08 0802 1000 1807 2200}",
                            "<{0000001b 1a 0800 1000 1809 3a10}0123456789abcdef{4000}"),
                    List.of("> O 38 setup", "> Q0 41", "> Q1 41", "< R1 31", "> O 13 setup", "< R0 31")),
            FramerCase.of(
                    "a log-in",
                    HADOOP_RPC,
                    List.of(
                            ">hrpc{09 00 df}{0000000c 08 0802 1000 1841 2200 02 0801}",
                            "<{0000000d 0c 08dfffffff0f 1000 1809 3a00}",
                            ">{0000001b 1a 0802 1000 1800 2210}0123456789abcdef{2800}",
                            "<{0000001b 1a 0800 1000 1809 3a10}0123456789abcdef{4000}"),
                    List.of("> Q0 23 setup", "< R0 17 setup", "> Q1 31", "< R1 31")),
            FramerCase.midstream(
                    "in the middle, an answer to what is not there, and a call",
                    HADOOP_RPC,
                    List.of(
                            "<{0000001b 1a 0805 1000 1809 3a10}0123456789abcdef{4000}",
                            ">{0000001b 1a 0802 1000 180c 2210}0123456789abcdef{2800}",
                            "<{0000001b 1a 0806 1000 1809 3a10}0123456789abcdef{4000}"),
                    List.of("< R 31", "> Q0 31", "< R0 31")),
            FramerCase.of(
                    "a block is read, and another on the same connection",
                    HDFS,
                    List.of(
                            ">{001c51 0f 0a0d 0a08 0a06 0a02}BP{1007 1201}c",
                            "<{04 0800 2200}{0000000b 0019 09 0000000000000000 11 0000000000000000 18 00 25 03000000 aabbccdd}abc{00000004 0019 09 0300000000000000 11 0100000000000000 18 01 25 00000000}",
                            ">{02 0806}",
                            ">{001c51 0f 0a0d 0a08 0a06 0a02}BP{1007 1201}c",
                            "<{02 0803}"),
                    List.of("> Q0 19", "< R0 74", "> O 3 setup", "> Q1 19", "< R1 3")),
            FramerCase.of(
                    "a block is written, by a client and by a data node",
                    HDFS,
                    List.of(
                            ">{001c50 0f 0a0d 0a08 0a06 0a02}BP{1007 1201}c",
                            "<{04 0800 1200}",
                            ">{0000000b 0019 09 0000000000000000 11 0000000000000000 18 00 25 03000000 aabbccdd}abc{00000004 0019 09 0300000000000000 11 0100000000000000 18 01 25 00000000}",
                            "<{09 0800 1000 1800 2201 00}",
                            "<{09 0802 1000 1800 2201 00}",
                            ">{001c50 0e 0a0c 0a08 0a06 0a02}BP{1007 1200}{0000000b 0019 09 0000000000000000 11 0000000000000000 18 00 25 03000000 aabbccdd}abc"),
                    List.of("> Q0 19", "< R0 5", "> Q1 38", "> Q2 31", "< R1 10", "< R2 10", "> O 18", "> O 38")),
            FramerCase.of(
                    "an answer with a field that says it is endless",
                    HDFS,
                    List.of(">{001c51 0f 0a0d 0a08 0a06 0a02}BP{1007 1201}c", "<{0c 0800 12 f6ffffffffffffff7f}"),
                    List.of("> Q0 19", "< R0 13")),
            FramerCase.midstream(
                    "in the middle, what is written is a call a packet",
                    HDFS,
                    List.of(
                            "<{09 0802 1000 1800 2201 00}",
                            ">{0000000b 0019 09 0000000000000000 11 0200000000000000 18 00 25 03000000 aabbccdd}abc",
                            "<{09 0804 1000 1800 2201 00}"),
                    List.of("< R 10", "> Q0 38", "< R0 10")),
            FramerCase.midstream(
                    "in the middle, the rest of what is read",
                    HDFS,
                    List.of(
                            "<{0000000b 0019 09 0000000000000000 11 0700000000000000 18 00 25 03000000 aabbccdd}abc{00000004 0019 09 0300000000000000 11 0800000000000000 18 01 25 00000000}",
                            ">{02 0806}",
                            ">{001c51 0f 0a0d 0a08 0a06 0a02}BP{1007 1201}c",
                            "<{04 0800 2200}{0000000b 0019 09 0000000000000000 11 0000000000000000 18 00 25 03000000 aabbccdd}abc{00000004 0019 09 0300000000000000 11 0100000000000000 18 01 25 00000000}"),
                    List.of("< R 69 gap", "> O 3 setup", "> Q0 19", "< R0 74")),
            FramerCase.of(
                    "a request and its refusal",
                    KERBEROS,
                    List.of(">{00000006 6a 81 03}abc", "<{00000007 7e 82 0003}abc"),
                    List.of("> Q0 10", "< R0 11")),
            FramerCase.of(
                    "the header in letters, and what follows it",
                    PROXY,
                    List.of(
                            ">PROXY TCP4 192.0.2.1 192.0.2.2 33001 80{0d0a}GET / HTTP/1.1{0d0a0d0a}",
                            "<HTTP/1.1 204 No{0d0a0d0a}"),
                    List.of("> O 41 setup", "> Q0 18", "< R0 19")),
            FramerCase.of(
                    "the header in bytes, and what follows it",
                    PROXY,
                    List.of(
                            ">{0d0a0d0a000d0a515549540a 21 11 000c c0000201 c0000202 80e9 0050}*1{0d0a}$4{0d0a}PING{0d0a}",
                            "<+PONG{0d0a}"),
                    List.of("> O 28 setup", "> Q0 14", "< R0 7")));

    private EnterpriseCases() {}
}
