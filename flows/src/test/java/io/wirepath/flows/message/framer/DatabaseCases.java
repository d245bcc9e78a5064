package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.CASSANDRA;
import static io.wirepath.flows.Protocol.MONGODB;
import static io.wirepath.flows.Protocol.MYSQL;
import static io.wirepath.flows.Protocol.POSTGRESQL;
import static io.wirepath.flows.Protocol.REDIS;

import java.util.List;

/** Redis, PostgreSQL, MySQL, MongoDB, Cassandra. */
final class DatabaseCases {

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "commands and replies",
                    REDIS,
                    List.of(
                            ">*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
                            "<$-1\r\n",
                            ">*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$3\r\n\r\n!\r\n",
                            "<+OK\r\n",
                            ">PING\r\n",
                            "<+PONG\r\n"),
                    List.of("> Q0 20", "< R0 5", "> Q1 29", "< R1 5", "> Q2 6", "< R2 7")),
            FramerCase.of(
                    "pipelined commands, nested and empty replies",
                    REDIS,
                    List.of(
                            ">*1\r\n$4\r\nPING\r\n*1\r\n$4\r\nPING\r\n",
                            "<+PONG\r\n",
                            ">*2\r\n$4\r\nKEYS\r\n$1\r\n*\r\n*1\r\n$4\r\nEXEC\r\n",
                            "<+PONG\r\n*0\r\n*2\r\n*2\r\n:1\r\n$-1\r\n*-1\r\n"),
                    List.of("> Q0 14", "> Q1 14", "< R0 7", "> Q2 21", "> Q3 14", "< R1 7", "< R2 4", "< R3 22")),
            FramerCase.of(
                    "RESP3 maps, attributes and pushes",
                    REDIS,
                    List.of(
                            ">*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n",
                            "<%2\r\n+a\r\n:1\r\n+b\r\n#t\r\n",
                            "<>2\r\n+invalidate\r\n_\r\n",
                            ">*1\r\n$1\r\nX\r\n",
                            "<|1\r\n+ttl\r\n,1.5\r\n~1\r\n(12\r\n"),
                    List.of("> Q0 22 setup", "< R0 20 setup", "< O 20", "> Q1 11", "< R1 25")),
            FramerCase.of(
                    "what a subscriber is sent wants no answer",
                    REDIS,
                    List.of(
                            ">*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nc\r\n",
                            "<*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n",
                            "<*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$2\r\nhi\r\n",
                            ">*1\r\n$4\r\nPING\r\n",
                            "<*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$2\r\nho\r\n*2\r\n$4\r\npong\r\n$0\r\n\r\n"),
                    List.of("> O 26 setup", "< O 30 setup", "< O 32", "> Q0 14", "< O 32", "< R0 20")),
            FramerCase.of(
                    "start, log-in, a query, the end",
                    POSTGRESQL,
                    List.of(
                            ">{00000012 00030000}user{00}joe{00 00}",
                            "<R{0000000c 00000005 01020304}",
                            ">p{00000008}abc{00}",
                            "<R{00000008 00000000}S{00000008}a{00}b{00}Z{00000005}I",
                            ">Q{0000000d}SELECT 1{00}",
                            "<T{00000006 0000}D{00000006 0000}C{0000000d}SELECT 1{00}Z{00000005}I",
                            ">X{00000004}"),
                    List.of(
                            "> Q0 18 setup",
                            "< R0 13 setup",
                            "> Q1 9 setup",
                            "< R1 24 setup",
                            "> Q2 14",
                            "< R2 34",
                            "> O 5")),
            FramerCase.of(
                    "pipelined extended queries, each up to its Sync, and a notice nobody asked for",
                    POSTGRESQL,
                    List.of(
                            ">{00000012 00030000}user{00}joe{00 00}",
                            "<R{00000008 00000000}Z{00000005}I",
                            ">P{0000000d 00}x = 1{00 0000}B{0000000c 00000000 00000000}S{00000004}P{00000008 00}{00"
                                    + " 0000}S{00000004}",
                            "<1{00000004}2{00000004}C{00000005}x",
                            "<Z{00000005}I1{00000004}Z{00000005}I",
                            "<N{00000005 00}"),
                    List.of("> Q0 18 setup", "< R0 15 setup", "> Q1 32", "> Q2 14", "< R1 22", "< R2 11", "< O 6")),
            FramerCase.of(
                    "encryption refused, then COPY in both directions",
                    POSTGRESQL,
                    List.of(
                            ">{00000008 04d2162f}",
                            "<N",
                            ">{00000012 00030000}user{00}joe{00 00}",
                            "<R{00000008 00000000}Z{00000005}I",
                            ">Q{00000009}COPY{00}",
                            "<G{00000007 00 0000}",
                            ">d{00000006}ab",
                            ">d{00000006}cdc{00000004}",
                            "<C{00000005 00}Z{00000005}I",
                            ">Q{00000009}COPY{00}",
                            "<H{00000007 00 0000}d{00000006}abc{00000004}C{00000005 00}Z{00000005}I"),
                    List.of(
                            "> Q0 8 setup",
                            "< R0 1 setup",
                            "> Q1 18 setup",
                            "< R1 15 setup",
                            "> Q2 10",
                            "> O 19",
                            "< R2 20",
                            "> Q3 10",
                            "< R3 32")),
            FramerCase.midstream(
                    "a query in the middle of a connection",
                    POSTGRESQL,
                    List.of("<{010203}", ">Q{0000000d}SELECT 1{00}", "<C{0000000d}SELECT 1{00}Z{00000005}I"),
                    List.of("< R 3", "> Q0 14", "< R0 20")),
            FramerCase.of(
                    "greeting, log-in, results that end with EOF, two results in one response, the end",
                    MYSQL,
                    List.of(
                            "<{0e0000 00 0a}8.0.36{00 01000000 00 00}",
                            ">{240000 01 00000000 00000001 21 0000000000000000000000000000000000000000000000}joe{00}",
                            "<{020000 02 01 03}{070000 03 00 00 00 0200 0000}",
                            ">{090000 00 03}SELECT 1",
                            "<{010000 01 01}{020000 02 03}d{050000 03 fe 0000 0200}{020000 04 01}1{050000 05 fe 0000"
                                    + " 0200}",
                            ">{050000 00 03}CALL",
                            "<{010000 01 01}{020000 02 03}d{050000 03 fe 0000 0a00}{050000 04 fe 0000 0a00}{070000 05"
                                    + " 00 00 00 0200 0000}",
                            ">{010000 00 01}"),
                    List.of(
                            "< O 18 setup",
                            "> Q0 40 setup",
                            "< R0 17 setup",
                            "> Q1 13",
                            "< R1 35",
                            "> Q2 9",
                            "< R2 40",
                            "> O 5")),
            FramerCase.of(
                    "results that end with OK, a prepared statement, an error",
                    MYSQL,
                    List.of(
                            "<{0e0000 00 0a}8.0.36{00 01000000 00 00}",
                            ">{240000 01 00020001 00000001 21 0000000000000000000000000000000000000000000000}joe{00}",
                            "<{070000 02 00 00 00 0200 0000}",
                            ">{060000 00 03}SELEC",
                            "<{010000 01 01}{020000 02 03}d{020000 03 01}1{070000 04 fe 00 00 0200 0000}",
                            ">{060000 00 16}SELEC",
                            "<{0c0000 01 00 01000000 0100 0200 00 0000}{020000 02 03}p{020000 03 03}q{020000 04 03}c",
                            ">{050000 00 19 01000000}",
                            ">{060000 00 03}OOPS!",
                            "<{050000 01 ff 2804}no"),
                    List.of(
                            "< O 18 setup",
                            "> Q0 40 setup",
                            "< R0 11 setup",
                            "> Q1 10",
                            "< R1 28",
                            "> Q2 10",
                            "< R2 34",
                            "> O 9",
                            "> Q3 10",
                            "< R3 9")),
            FramerCase.of(
                    "responses by request id, a request that wants none, responses that go on",
                    MONGODB,
                    List.of(
                            ">{16000000 07000000 00000000 dd070000 00000000 0000}",
                            ">{16000000 08000000 00000000 dd070000 00000000 0000}{15000000 09000000 00000000 dd070000"
                                    + " 02000000 00}",
                            "<{16000000 01000000 08000000 dd070000 00000000 0000}",
                            "<{16000000 02000000 07000000 dd070000 02000000 0000}",
                            "<{16000000 03000000 02000000 dd070000 00000000 0000}"),
                    List.of("> Q0 22", "> Q1 22", "> O 21", "< R1 22", "< R0 22", "< O 22")),
            FramerCase.of(
                    "streams, events, the start as set-up",
                    CASSANDRA,
                    List.of(
                            ">{04 00 0000 01 00000002 0000}",
                            "<{84 00 0000 02 00000000}",
                            ">{04 00 0001 07 00000003}abc{04 00 0002 0a 00000000}",
                            "<{84 00 ffff 0c 00000001}e{84 00 0002 08 00000002}xy",
                            "<{84 00 0001 00 00000001}z"),
                    List.of("> Q0 11 setup", "< R0 9 setup", "> Q1 12", "> Q2 9", "< O 10", "< R2 11", "< R1 10")),
            FramerCase.of(
                    "version 5: segments of several frames, and a frame of several segments",
                    CASSANDRA,
                    List.of(
                            ">{05 00 0000 01 00000016 0001 000b}CQL_VERSION{0005}3.0.0",
                            "<{85 00 0000 02 00000000}",
                            ">{150002 000000 05 00 0001 07 00000003}abc{05 00 0002 0a 00000000 00000000}",
                            "<{0c0000 000000 85 00 0001 08 0000000a}abc{00000000}",
                            "<{070000 000000}defghij{00000000}",
                            "<{150002 000000 85 00 ffff 0c 00000001}e{85 00 0002 08 00000002}xy{00000000}"),
                    List.of("> Q0 31 setup", "< R0 9 setup", "> Q1 18", "> Q2 13", "< R1 39", "< O 16", "< R2 15")),
            FramerCase.of(
                    "version 5 that may compress: turns cut what is compressed",
                    CASSANDRA,
                    List.of(
                            ">{05 00 0000 01 00000016 0001 000b}COMPRESSION{0003}lz4{0000}",
                            "<{85 00 0000 02 00000000}",
                            ">{0c00000004 000000 05 00 0001 07 00000003}abc{00000000}",
                            "<{0c00000004 000000 85 00 0001 08 00000003}xyz{00000000}",
                            ">{0500140004 000000}abcde{00000000}",
                            "<{0500140004 000000}vwxyz{00000000}"),
                    List.of("> Q0 31 setup", "< R0 9 setup", "> Q1 24", "< R1 24", "> Q2 17", "< R2 17")));

    private DatabaseCases() {}
}
