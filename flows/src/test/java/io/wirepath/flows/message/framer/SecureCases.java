package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.DNS;
import static io.wirepath.flows.Protocol.GRPC;
import static io.wirepath.flows.Protocol.HTTP2;
import static io.wirepath.flows.Protocol.TLS;
import static io.wirepath.flows.Protocol.WEBSOCKET;

import java.util.List;

/** DNS over TCP, TLS, HTTP/2, WebSocket. */
final class SecureCases {

    /** TLS 1.3, and takes tickets. */
    private static final String CLIENT_HELLO =
            ">{16 0301 0035 01000031 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 0002 1301 01 00 0006 002d 0002 0101}";

    private static final String SERVER_HELLO =
            "<{16 0303 0032 0200002e 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 1301 00 0006 002b 0002 0304}";

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "answers out of order, by transaction id",
                    DNS,
                    List.of(
                            ">{0013 0001 0100 0001 0000 0000 0000 01}a{00 0001 0001}",
                            ">{0013 0002 0100 0001 0000 0000 0000 01}b{00 0001 0001}",
                            "<{0023 0002 8180 0001 0001 0000 0000 01}b{00 0001 0001 c00c 0001 0001 00000000 0004 0a000001}",
                            "<{0013 0001 8183 0001 0000 0000 0000 01}a{00 0001 0001}"),
                    List.of("> Q0 21", "> Q1 21", "< R1 37", "< R0 21")),
            FramerCase.of(
                    "a handshake of TLS 1.2, then turns at record boundaries",
                    TLS,
                    List.of(
                            ">{16 0301 0004 01000000}",
                            "<{16 0303 0004 02000000}{16 0303 0002 0b00}",
                            ">{16 0303 0003 100000}{14 0303 0001 01}{16 0303 0002 0000}",
                            "<{14 0303 0001 01}{16 0303 0002 0000}",
                            ">{17 0303 0003 010203}{17 0303 0002 0102}",
                            "<{17 0303 0001 01}",
                            ">{17 0303 0001 02}",
                            "<{17 0303 0004 01020304}{15 0303 0002 0100}"),
                    List.of(
                            "> O 9 setup",
                            "< O 16 setup",
                            "> O 21 setup",
                            "< O 13 setup",
                            "> Q0 15",
                            "< R0 6",
                            "> Q1 6",
                            "< O 7 setup",
                            "< R1 9")),
            FramerCase.of(
                    "a handshake of TLS 1.3, with the request in the packet of the Finished",
                    TLS,
                    List.of(
                            ">{16 0301 0004 01000000}",
                            "<{16 0303 0032 0200002e 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 1301 00 0006 002b 0002 0304}",
                            "<{14 0303 0001 01}{17 0303 0005 0102030405}",
                            ">{14 0303 0001 01}{17 0303 0003 010203}{17 0303 0002 0102}",
                            "<{17 0303 0002 0908}"),
                    List.of("> O 9 setup", "< O 71 setup", "> Q0 7", "> O 14 setup", "< R0 7")),
            FramerCase.of(
                    "two tickets behind the request are set-up, and the answer begins behind them",
                    TLS,
                    List.of(
                            CLIENT_HELLO,
                            SERVER_HELLO + "{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 0035}" + "r".repeat(53) + "{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 00fa}" + "r".repeat(250),
                            "<{17 0303 00fa}" + "r".repeat(250),
                            "<{17 0303 012c}" + "r".repeat(300),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 0104}" + "r".repeat(260)),
                    List.of(
                            "> O 58 setup",
                            "< O 113 setup",
                            "> Q0 95",
                            "> O 58 setup",
                            "< O 255 setup",
                            "< O 255 setup",
                            "< R0 305",
                            "> Q1 95",
                            "< R1 265")),
            FramerCase.of(
                    "one ticket in the packet of the answer",
                    TLS,
                    List.of(
                            CLIENT_HELLO,
                            SERVER_HELLO + "{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 0035}" + "r".repeat(53) + "{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 0489}" + "r".repeat(1161) + "{17 0303 012c}" + "r".repeat(300),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 0104}" + "r".repeat(260) + "{17 0303 0028}" + "r".repeat(40)),
                    List.of(
                            "> O 58 setup",
                            "< O 113 setup",
                            "> Q0 95",
                            "> O 58 setup",
                            "< O 1166 setup",
                            "< R0 305",
                            "> Q1 95",
                            "< R1 310")),
            FramerCase.of(
                    "a server without tickets: the first record is the answer",
                    TLS,
                    List.of(
                            CLIENT_HELLO,
                            SERVER_HELLO + "{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 0035}" + "r".repeat(53) + "{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 012c}" + "r".repeat(300),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 012c}" + "r".repeat(300) + "{17 0303 0028}" + "r".repeat(40)),
                    List.of(
                            "> O 58 setup",
                            "< O 113 setup",
                            "> Q0 95",
                            "> O 58 setup",
                            "< R0 305",
                            "> Q1 95",
                            "< R1 350")),
            FramerCase.of(
                    "a client that proves who it is: certificate, proof and Finished are set-up",
                    TLS,
                    List.of(
                            CLIENT_HELLO,
                            SERVER_HELLO + "{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 0384}" + "r".repeat(900) + "{17 0303 0119}" + "r".repeat(281) + "{17 0303 0035}"
                                    + "r".repeat(53),
                            "<{17 0303 00fa}" + "r".repeat(250) + "{17 0303 00fa}" + "r".repeat(250),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 012c}" + "r".repeat(300)),
                    List.of("> O 58 setup", "< O 113 setup", "> O 1249 setup", "< O 510 setup", "> Q0 95", "< R0 305")),
            FramerCase.of(
                    "a known ticket before or behind an answer, and data as short as an alert",
                    TLS,
                    List.of(
                            CLIENT_HELLO,
                            SERVER_HELLO + "{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 0035}" + "r".repeat(53),
                            "<{17 0303 00fa}" + "r".repeat(250),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 00fa}" + "r".repeat(250) + "{17 0303 012c}" + "r".repeat(300),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 012c}" + "r".repeat(300),
                            "<{17 0303 00fa}" + "r".repeat(250),
                            "<{17 0303 0013}" + "r".repeat(19),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 00fa}" + "r".repeat(250),
                            ">{17 0303 005a}" + "r".repeat(90)),
                    List.of(
                            "> O 58 setup",
                            "< O 113 setup",
                            "> O 58 setup",
                            "< O 255 setup",
                            "> Q0 95",
                            "< O 255 setup",
                            "< R0 305",
                            "> Q1 95",
                            "< R1 329",
                            "< O 255 setup",
                            "> Q2 95",
                            "< R2 255",
                            "> Q3 95")),
            FramerCase.of(
                    "two bytes are the end of a question or of an answer if something follows them, else an alert",
                    TLS,
                    List.of(
                            CLIENT_HELLO,
                            SERVER_HELLO + "{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 0035}" + "r".repeat(53),
                            ">{17 0303 005a}" + "r".repeat(90),
                            ">{17 0303 0013}" + "r".repeat(19),
                            "<{17 0303 012c}" + "r".repeat(300),
                            "<{17 0303 0013}" + "r".repeat(19),
                            ">{17 0303 005a}" + "r".repeat(90),
                            "<{17 0303 012d}" + "r".repeat(301),
                            "<{17 0303 0013}" + "r".repeat(19) + "{17 0303 0013}" + "r".repeat(19),
                            ">{17 0303 0013}" + "r".repeat(19)),
                    List.of(
                            "> O 58 setup",
                            "< O 113 setup",
                            "> Q0 119",
                            "> O 58 setup",
                            "< R0 329",
                            "> Q1 95",
                            "> O 24 setup",
                            "< O 24 setup",
                            "< R1 330")),
            FramerCase.of(
                    "HTTP/2 within TLS 1.2: a window update ends no response",
                    TLS,
                    List.of(
                            ">{16 0301 0041 0100003d 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 0002 1301 01 00 0012 0010 000e 000c 02}h2{08}http/1.1",
                            "<{16 0303 0004 02000000}",
                            ">{17 0303 0026}" + "a".repeat(38),
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0025}" + "w".repeat(37),
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0025}" + "w".repeat(37),
                            ">{17 0303 0026}" + "a".repeat(38),
                            "<{17 0303 0001 01}"),
                    List.of(
                            "> O 70 setup",
                            "< O 9 setup",
                            "> Q0 43",
                            "> O 42 setup",
                            "< R0 16",
                            "> Q1 43",
                            "> O 42 setup",
                            "< R1 6")),
            FramerCase.of(
                    "HTTP/2 beside HTTP/1.1: settings that more follows before the answer begin it",
                    TLS,
                    List.of(
                            ">{16 0301 0041 0100003d 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 0002 1301 01 00 0012 0010 000e 000c 02}h2{08}http/1.1",
                            "<{16 0303 0038 02000034 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 1301 00 000c 002b 0002 0304 0033 0002 0000}",
                            "<{17 0303 0064}" + "e".repeat(100),
                            ">{17 0303 0035}" + "f".repeat(53),
                            ">{17 0303 003e}" + "s".repeat(62),
                            ">{17 0303 0046}" + "a".repeat(70),
                            "<{17 0303 0040}" + "a".repeat(64)),
                    List.of("> O 70 setup", "< O 166 setup", "> O 125 setup", "> O 75 multiplexed", "< O 69 setup")),
            FramerCase.of(
                    "a question as short as settings that nothing follows is one of HTTP/1.1",
                    TLS,
                    List.of(
                            ">{16 0301 0041 0100003d 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 0002 1301 01 00 0012 0010 000e 000c 02}h2{08}http/1.1",
                            "<{16 0303 0038 02000034 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 1301 00 000c 002b 0002 0304 0033 0002 0000}",
                            "<{17 0303 0064}" + "e".repeat(100),
                            ">{17 0303 0035}" + "f".repeat(53),
                            ">{17 0303 003e}" + "s".repeat(62),
                            "<{17 0303 0240}" + "a".repeat(576),
                            ">{17 0303 0046}" + "a".repeat(70),
                            "<{17 0303 0040}" + "a".repeat(64)),
                    List.of(
                            "> O 70 setup",
                            "< O 166 setup",
                            "> Q0 67",
                            "> O 58 setup",
                            "< R0 581",
                            "> Q1 75",
                            "< R1 69")),
            FramerCase.of(
                    "HTTP/2 within TLS 1.3 and nothing else: each record behind the settings is a message",
                    TLS,
                    List.of(
                            ">{16 0301 0038 01000034 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 0002 1301 01 00 0009 0010 0005 0003 02}h2",
                            "<{16 0303 0038 02000034 0303 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00 1301 00 000c 002b 0002 0304 0033 0002 0000}",
                            "<{17 0303 0064}" + "e".repeat(100),
                            ">{17 0303 0035}" + "f".repeat(53),
                            ">{17 0303 003e}" + "s".repeat(62),
                            "<{17 0303 0038}" + "s".repeat(56),
                            ">{17 0303 001a}" + "k".repeat(26),
                            ">{17 0303 0046}" + "a".repeat(70),
                            ">{17 0303 0046}" + "b".repeat(70),
                            "<{17 0303 0040}" + "b".repeat(64),
                            "<{17 0303 0040}" + "a".repeat(64)),
                    List.of(
                            "> O 61 setup",
                            "< O 166 setup",
                            "> O 125 setup",
                            "< O 61 setup",
                            "> O 31 setup",
                            "> O 75 multiplexed",
                            "> O 75 multiplexed",
                            "< O 69 multiplexed",
                            "< O 69 multiplexed")),
            FramerCase.midstream(
                    "records in the middle of a connection",
                    TLS,
                    List.of(
                            "<{aa bb cc}",
                            ">{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0002 0102}",
                            "<{17 0303 0003 010203}"),
                    List.of("< R 3", "> Q0 8", "< R0 8", "> Q1 7", "< R1 8")),
            FramerCase.midstream(
                    "a PING of HTTP/2 that is answered in its size tells what is spoken in the middle of TLS",
                    TLS,
                    List.of(
                            ">{17 0303 0022}0123456789012345678901234567890123",
                            "<{17 0303 0022}0123456789012345678901234567890123",
                            ">{17 0303 0003 010203}{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}"),
                    List.of(
                            "> O 39 setup",
                            "< O 39 setup",
                            "> O 8 multiplexed",
                            "> O 8 multiplexed",
                            "< O 8 multiplexed")),
            FramerCase.midstream(
                    "in the middle of TLS, as many bytes as a PING and another answer are a call",
                    TLS,
                    List.of(
                            ">{17 0303 0022}0123456789012345678901234567890123",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}"),
                    List.of("> Q0 39", "< R0 8", "> Q1 8", "< R1 8")),
            FramerCase.midstream(
                    "in the middle of TLS, who says three and more in one turn, and again, asks on before it is answered",
                    TLS,
                    List.of(
                            ">{17 0303 0003 010203}{17 0303 0003 010203}{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0003 010203}{17 0303 0003 010203}{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}"),
                    List.of("> Q0 24", "< R0 8", "> O 24 multiplexed", "< O 8 multiplexed")),
            FramerCase.midstream(
                    "in the middle of TLS, who says two in one turn that were questions before, and again, asks on",
                    TLS,
                    List.of(
                            ">{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0004 01020304}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0003 010203}{17 0303 0004 01020304}",
                            "<{17 0303 0003 010203}{17 0303 0003 010203}",
                            ">{17 0303 0004 01020304}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0004 01020304}{17 0303 0004 01020304}",
                            "<{17 0303 0003 010203}"),
                    List.of(
                            "> Q0 8",
                            "< R0 8",
                            "> Q1 9",
                            "< R1 8",
                            "> Q2 17",
                            "< R2 16",
                            "> Q3 9",
                            "< R3 8",
                            "> O 18 multiplexed",
                            "< O 8 multiplexed")),
            FramerCase.midstream(
                    "in the middle of TLS, a head and a body whose size no question has are one question",
                    TLS,
                    List.of(
                            ">{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0003 010203}{17 0303 0004 01020304}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0003 010203}{17 0303 0004 01020304}",
                            "<{17 0303 0003 010203}",
                            ">{17 0303 0003 010203}",
                            "<{17 0303 0003 010203}"),
                    List.of("> Q0 8", "< R0 8", "> Q1 17", "< R1 8", "> Q2 17", "< R2 8", "> Q3 8", "< R3 8")),
            FramerCase.midstream(
                    "in the middle of TLS, who sends up a body of several records, and again, asks once a turn",
                    TLS,
                    List.of(
                            ">{17 0303 00c8}" + "r".repeat(200) + "{17 0303 0411}" + "r".repeat(1041) + "{17 0303 0064}"
                                    + "r".repeat(100),
                            "<{17 0303 0003 010203}",
                            ">{17 0303 00c8}" + "r".repeat(200) + "{17 0303 0411}" + "r".repeat(1041) + "{17 0303 0064}"
                                    + "r".repeat(100),
                            "<{17 0303 0003 010203}"),
                    List.of("> Q0 1356", "< R0 8", "> Q1 1356", "< R1 8")),
            FramerCase.of(
                    "streams are calls; frames of the connection are set-up",
                    HTTP2,
                    List.of(
                            ">PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{000000 04 00 00000000}",
                            "<{000000 04 00 00000000}",
                            ">{000002 01 04 00000001}hh{000001 01 05 00000003}g{000003 00 01 00000001}abc",
                            "<{000001 01 04 00000003}h{000004 08 00 00000000 00000001}{000001 01 04 00000001}h",
                            "<{000002 00 00 00000001}xx{000002 00 01 00000003}yy{000001 01 01 00000001}t{000001 09 04 00000001}u"),
                    List.of(
                            "> O 24 setup",
                            "> O 9 setup",
                            "< O 9 setup",
                            "> Q1 10",
                            "> Q0 23",
                            "< O 13 setup",
                            "< R1 21",
                            "< R0 41")),
            FramerCase.of(
                    "padded and prioritised header blocks, a promise",
                    HTTP2,
                    List.of(
                            ">PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{000000 04 00 00000000}",
                            ">{000019 01 2d 00000001 02 0000000000 828684418cf1e3c2e5f23a6ba0ab90f4ff 0000}",
                            "<{000006 05 04 00000001 00000002 8284}{000002 01 05 00000001 88be}"),
                    List.of("> O 24 setup", "> O 9 setup", "> Q0 34", "< O 15 setup", "< R0 11")),
            FramerCase.midstream(
                    "gRPC in the middle of a connection",
                    GRPC,
                    List.of(
                            ">{000002 01 04 00000007}hh{000007 00 01 00000007 00 00000002}xy",
                            "<{000001 01 04 00000007}h{000006 00 00 00000007 00 00000001}z{000001 01 05 00000007}t"),
                    List.of("> Q0 27", "< R0 35")),
            FramerCase.of(
                    "a gRPC server's stream: each further message is one-way and keeps the call, wherever frames cut it",
                    GRPC,
                    List.of(
                            ">{000002 01 04 00000007}hh{000007 00 01 00000007 00 00000002}xy",
                            "<{000001 01 04 00000007}h{00000d 00 00 00000007 00 00000001}a{00 00000002}bc",
                            "<{000003 00 00 00000007 00 0000}",
                            "<{000004 00 00 00000007 0003}de{000001 00 00 00000007}f",
                            "<{00000b 00 00 00000007 00 00000000 01 00000001}g",
                            "<{000001 01 05 00000007}t"),
                    List.of("> Q0 27", "< R0 25", "< O0 7", "< O0 35", "< O0 14", "< O0 6", "< O0 10 setup")),
            FramerCase.of(
                    "gRPC messages to and fro in two streams",
                    GRPC,
                    List.of(
                            ">{000002 01 04 00000001}hh{000006 00 00 00000001 00 00000001}a",
                            ">{000002 01 04 00000003}hh{000006 00 00 00000003 00 00000001}a",
                            "<{000001 01 04 00000003}h{000006 00 00 00000003 00 00000001}z",
                            "<{000001 01 04 00000001}h{000006 00 00 00000001 00 00000001}z",
                            ">{000006 00 00 00000001 00 00000001}b",
                            "<{000006 00 00 00000001 00 00000001}y",
                            ">{000006 00 01 00000003 00 00000001}b{000000 00 01 00000001}",
                            "<{000001 01 05 00000003}t{000001 01 05 00000001}t"),
                    List.of(
                            "> Q0 26",
                            "> O0 15",
                            "< R0 25",
                            "< O0 15",
                            "> Q1 26",
                            "> O1 15",
                            "> O0 9 setup",
                            "< R1 35",
                            "< O0 10 setup")),
            FramerCase.of(
                    "messages, fragments and control frames after an upgrade",
                    WEBSOCKET,
                    List.of(
                            ">GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
                            "<HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n{81 02}hi",
                            ">{81 83 01020304}abc{01 81 01020304}a{89 80 01020304}{80 81 01020304}b",
                            "<{82 7e 0083 00}0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789{8a 00}"),
                    List.of(
                            "> Q0 40",
                            "< R0 46",
                            "< O 4",
                            "> O 9",
                            "> O 6 setup",
                            "> O 14",
                            "< O 135",
                            "< O 2 setup")));

    private SecureCases() {}
}
