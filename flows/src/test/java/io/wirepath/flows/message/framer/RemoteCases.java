package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.DCE_RPC;
import static io.wirepath.flows.Protocol.HAZELCAST;
import static io.wirepath.flows.Protocol.OPENWIRE;
import static io.wirepath.flows.Protocol.RMI;
import static io.wirepath.flows.Protocol.STOMP;
import static io.wirepath.flows.Protocol.UWSGI;
import static io.wirepath.flows.Protocol.ZMTP;

import java.util.List;

/** Brokers, sockets, objects and procedures of other machines. */
final class RemoteCases {

    private static final String GREETING =
            "{ff 00000000 00000000 7f 03 00}NULL{00000000 00000000 00000000 00000000 00 000000 00000000 00000000"
                    + " 00000000 00000000 00000000 00000000 00000000}";
    private static final String IS_REQ = "{04 19 05}READY{0b}Socket-Type{00 00 00 03}REQ";
    private static final String IS_REP = "{04 19 05}READY{0b}Socket-Type{00 00 00 03}REP";

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "a receipt, an error, a delivery and its acknowledgement, heart-beats",
                    STOMP,
                    List.of(
                            ">CONNECT{0a}login:app{0a0a00}",
                            "<CONNECTED{0a}version:1.2{0a0a000a}",
                            ">SEND{0a}destination:/queue/a{0a}receipt:r1{0a}content-length:5{0a0a}a{000a}bc{00}"
                                    + "SEND{0a}destination:/queue/a{0a0a}bye{00}",
                            "<RECEIPT{0d0a}receipt-id:r1{0d0a0d0a00}",
                            "<MESSAGE{0a}ack:7{0a}message-id:9{0a0a}bye{00}",
                            ">ACK{0a}id:7{0a0a00}",
                            ">SEND{0a}receipt:r2{0a}transaction:none{0a0a00}",
                            "<ERROR{0a}receipt-id:r2{0a}message:none{0a0a00}{0a}"),
                    List.of(
                            "> Q0 20 setup",
                            "< R0 24 setup",
                            "< O 1 setup",
                            "> Q1 61",
                            "> O 31",
                            "< R1 27",
                            "< O2 32",
                            "> O2 11 setup",
                            "> Q3 35",
                            "< R3 35",
                            "< O 1 setup")),
            FramerCase.midstream(
                    "in the middle, a receipt and what asks for one",
                    STOMP,
                    List.of(
                            "<RECEIPT{0a}receipt-id:r1{0a0a00}",
                            ">SEND{0a}receipt:r2{0a0a}x{00}",
                            "<RECEIPT{0a}receipt-id:r2{0a0a00}"),
                    List.of("< R 24", "> Q0 19", "< R0 24")),
            FramerCase.of(
                    "loose commands: a log-in that is refused",
                    OPENWIRE,
                    List.of(
                            ">{0000000e 01}ActiveMQ{0000000c 00}",
                            "<{0000000e 01}ActiveMQ{0000000c 00}",
                            ">{00000008 03 00000001 01 0000}",
                            "<{0000000c 1f 00000001 00 00000001 0000}"),
                    List.of("> O 18 setup", "< O 18 setup", "> Q0 12 setup", "< R0 16 setup")),
            FramerCase.of(
                    "tight commands: messages that want a response or none, one that is dispatched, one that fails",
                    OPENWIRE,
                    List.of(
                            ">{0000000e 01}ActiveMQ{0000000c 00}",
                            "<{0000000e 01}ActiveMQ{0000000c 00}",
                            ">{0000000a 1c 02 0100 00000005 0000}{00000009 1c 02 0000 00000006 00}",
                            "<{00000009 15 02 0000 00000001 00}",
                            "<{0000000b 1e 01 00 00000002 00000005}",
                            ">{00000009 1c 02 0100 00000007 00}",
                            "<{0000000c 1f 01 00 00000003 00000007 00}"),
                    List.of(
                            "> O 18 setup",
                            "< O 18 setup",
                            "> Q0 14",
                            "> O 13",
                            "< O 13",
                            "< R0 15",
                            "> Q1 13",
                            "< R1 16")),
            FramerCase.of(
                    "REQ and REP: calls in order, of several frames",
                    ZMTP,
                    List.of(
                            ">" + GREETING,
                            "<" + GREETING,
                            ">" + IS_REQ,
                            "<" + IS_REP,
                            ">{01 00 01 02}ab{00 03}cde",
                            "<{01 00 02 0000000000000003}xyz"),
                    List.of("> O 64 setup", "< O 64 setup", "> O 27 setup", "< O 27 setup", "> Q0 11", "< R0 14")),
            FramerCase.midstream(
                    "in the middle, nothing tells it: turns",
                    ZMTP,
                    List.of(">" + GREETING, "<" + GREETING, ">{01 00 00 02}ab", "<{01 00 00 01}x"),
                    List.of("> O 64 setup", "< O 64 setup", "> Q0 6", "< R0 5")),
            FramerCase.of(
                    "a call, one of the collectors, an exception",
                    RMI,
                    List.of(
                            ">JRMI{0002 4b}",
                            "<{4e 0002}me{00001234}",
                            ">{0002}ab{00000000}{50 aced0005 77 22 0000000000000005 0000000000000000000000000000 ffffffff 0102030405060708 74 00 01}x",
                            "<{51 aced0005 77 0f 02 0000000000000000000000000000 70}",
                            ">{54 0000000000000000000000000000}{52}",
                            "<{53}",
                            ">{50 aced0005 77 22 0000000000000002 0000000000000000000000000000 00000001 0102030405060708 70}",
                            "<{51 aced0005 77 0f 01 0000000000000000000000000000 70}"),
                    List.of(
                            "> Q0 7 setup",
                            "< R0 9 setup",
                            "> O 8 setup",
                            "> Q1 45",
                            "< R1 23",
                            "> O 15 setup",
                            "> Q2 1 setup",
                            "< R2 1 setup",
                            "> Q3 42 setup",
                            "< R3 23 setup")),
            FramerCase.of(
                    "a single call, which nothing is answered before",
                    RMI,
                    List.of(
                            ">JRMI{0002 4c}{50 aced0005 77 22 0000000000000005 0000000000000000000000000000 ffffffff 0102030405060708 74 00 01}x",
                            "<{51 aced0005 77 0f 01 0000000000000000000000000000 70}"),
                    List.of("> O 7 setup", "> Q0 45", "< R0 23")),
            FramerCase.of(
                    "a log-in, two calls answered in another order, an exception, an event",
                    HAZELCAST,
                    List.of(
                            ">CP2{1a000000 00c0 00010000 0100000000000000 ffffffff 00000000}{06000000 0020}",
                            "<{16000000 00e0 01010000 0100000000000000 00 00 0000}",
                            ">{16000000 00e0 00020100 0200000000000000 00000000}{16000000 00e0 00020100 0300000000000000 00000000}",
                            "<{16000000 00e0 00000000 0300000000000000 00 000000}{16000000 00e2 02190100 0900000000000000 00 000000}",
                            "<{16000000 00c0 01020100 0200000000000000 00 000000}{08000000 0020 6162}"),
                    List.of(
                            "> O 3 setup",
                            "> Q0 32 setup",
                            "< R0 22 setup",
                            "> Q1 22",
                            "> Q2 22",
                            "< R2 22",
                            "< O 22",
                            "< R1 30")),
            FramerCase.of(
                    "values and a body, and an answer up to the end",
                    UWSGI,
                    List.of(
                            ">{00 1a00 00 0e00}REQUEST_METHOD{0800}POST{20202020}",
                            ">body",
                            "<HTTP/1.1 503 No\r\n\r\n",
                            "<body"),
                    List.of("> Q0 34", "< R0 23")),
            FramerCase.of(
                    "an interface, two calls at once of which one is a fault, a response in two fragments",
                    DCE_RPC,
                    List.of(
                            ">{05 00 0b 03 10000000 4800 0000 01000000 d016d016 00000000 01000000 0000 0100"
                                    + " 785734123412cdabef000123456789ac 01000000 045d888aeb1cc9119fe808002b104860 02000000}",
                            "<{05 00 0c 03 10000000 3800 0000 01000000 d016d016 01000000 0000 0000 01000000 0000 0000"
                                    + " 045d888aeb1cc9119fe808002b104860 02000000}",
                            ">{05 00 00 03 10000000 1800 0000 02000000 00000000 0000 0500}{05 00 00 03 10000000 1800 0000 03000000 00000000 0000 0600}",
                            "<{05 00 03 23 10000000 2000 0000 03000000 00000000 0000 0000 0200011c 00000000}",
                            "<{05 00 02 01 10000000 1a00 0000 02000000 00000000 0000 0000}ab{05 00 02 02 10000000 1a00 0000 02000000 00000000 0000 0000}cd"),
                    List.of("> Q0 72 setup", "< R0 56 setup", "> Q1 24", "> Q2 24", "< R2 32", "< R1 52")),
            FramerCase.midstream(
                    "in the middle",
                    DCE_RPC,
                    List.of(
                            "<{05 00 02 02 10000000 1a00 0000 02000000 00000000 0000 0000}cd",
                            ">{05 00 00 03 00000000 0018 0000 00000004 00000000 0000 0005}",
                            "<{05 00 02 03 00000000 001a 0000 00000004 00000000 0000 0000}ab"),
                    List.of("< R 26 gap", "> Q0 24", "< R0 26")));

    private RemoteCases() {}
}
