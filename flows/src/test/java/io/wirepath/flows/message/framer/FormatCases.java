package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.AMQP_1;
import static io.wirepath.flows.Protocol.BRPC;
import static io.wirepath.flows.Protocol.DUBBO;
import static io.wirepath.flows.Protocol.LDAP;
import static io.wirepath.flows.Protocol.MEMCACHED_BINARY;
import static io.wirepath.flows.Protocol.MQTT;
import static io.wirepath.flows.Protocol.REDIS_CLUSTER_BUS;
import static io.wirepath.flows.Protocol.TDS;
import static io.wirepath.flows.Protocol.THRIFT;
import static io.wirepath.flows.Protocol.TNS;

import java.util.List;

/** The protocols of the table of frame formats. */
final class FormatCases {

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "calls by id, answered in another order, a heartbeat, a call without an answer",
                    DUBBO,
                    List.of(
                            ">{dabb c2 00 0000000000000001 00000002}ab{dabb c2 00 0000000000000002 00000001}c",
                            "<{dabb 02 14 0000000000000002 00000001}N{dabb 02 14 0000000000000001 00000000}",
                            ">{dabb e2 00 0000000000000003 00000001}N",
                            "<{dabb 22 14 0000000000000003 00000001}N",
                            ">{dabb 82 00 0000000000000004 00000001}x"),
                    List.of("> Q0 18", "> Q1 17", "< R1 17", "< R0 16", "> Q2 17 setup", "< R2 17 setup", "> O 17")),
            FramerCase.of(
                    "calls by correlation id",
                    BRPC,
                    List.of(
                            ">PRPC{00000009 00000007 0a03}abc{2001}hiPRPC{00000008 00000008 0a03}abc{20 8001}",
                            "<PRPC{00000005 00000005 1200 20 8001}PRPC{00000004 00000004 1200 2001}"),
                    List.of("> Q0 21", "> Q1 20", "< R1 17", "< R0 16")),
            FramerCase.of(
                    "binary frames by sequence id, an exception, a one-way call",
                    THRIFT,
                    List.of(
                            ">{00000010 80010001 00000003}get{00000001 00}{00000010 80010001 00000003}put{00000002 00}",
                            "<{00000010 80010003 00000003}put{00000002 00}{00000010 80010002 00000003}get{00000001 00}",
                            ">{00000010 80010004 00000003}log{00000003 00}"),
                    List.of("> Q0 20", "> Q1 20", "< R1 20", "< R0 20", "> O 20")),
            FramerCase.of(
                    "compact frames",
                    THRIFT,
                    List.of(
                            ">{00000009 8221 ac02 03}get{00}{00000008 8221 01 03}put{00}",
                            "<{00000008 8241 01 03}put{00}{00000009 8261 ac02 03}get{00}"),
                    List.of("> Q0 13", "> Q1 12", "< R1 12", "< R0 13")),
            FramerCase.of(
                    "frames behind a header",
                    THRIFT,
                    List.of(
                            ">{00000016 0fff 0000 00000007 0001 02000000 8221 01 03}get{00}",
                            "<{00000016 0fff 0000 00000007 0001 02000000 8241 01 03}get{00}"),
                    List.of("> Q0 26", "< R0 26")),
            FramerCase.of(
                    "quiet commands belong to the command behind them",
                    MEMCACHED_BINARY,
                    List.of(
                            ">{8001 0001 08 00 0000 0000000a 00000000 0000000000000000 0000000000000000}k{76}",
                            "<{8101 0000 00 00 0000 00000000 00000000 0000000000000001}",
                            ">{8009 0001 00 00 0000 00000001 00000001 0000000000000000}a{8009 0001 00 00 0000 00000001 00000002 0000000000000000}b{800a 0000 00 00 0000 00000000 00000003 0000000000000000}",
                            "<{8109 0000 04 00 0000 00000005 00000002 0000000000000001 00000000}x{810a 0000 00 00 0000 00000000 00000003 0000000000000000}"),
                    List.of("> Q0 34", "< R0 24", "> Q1 74", "< R1 53")),
            FramerCase.of(
                    "the start, credit, a message in two frames, its disposition, an empty frame",
                    AMQP_1,
                    List.of(
                            ">AMQP{00 01 00 00}",
                            "<AMQP{00 01 00 00}",
                            ">{00000010 02 00 0000 005310 c0 03 01 a100}",
                            "<{00000010 02 00 0000 005313 c0 03 01 5200}",
                            ">{0000001c 02 00 0001 005314 c0 0b 06 43 43 a001 01 43 42 41}{0000}data{00000014 02 00 0001 005314 c0 02 01 43}{0000000000}",
                            "<{00000012 02 00 0001 005315 c0 05 04 41434041}{00000008 02 00 0000}"),
                    List.of(
                            "> O 8 setup",
                            "< O 8 setup",
                            "> O 16 setup",
                            "< O 16 setup",
                            "> O0 48",
                            "< O0 18 setup",
                            "< O 8 setup")),
            FramerCase.of(
                    "connecting, subscribing, what is published and acknowledged, pings",
                    MQTT,
                    List.of(
                            ">{10 0c 0004}MQTT{04 02 003c 0000}",
                            "<{20 02 0000}",
                            ">{82 06 0001 0001}t{00}{32 06 0001}t{0007}x",
                            "<{90 03 0001 00}{40 02 0007}{30 04 0001}ty",
                            ">{c0 00}",
                            "<{d0 00}"),
                    List.of(
                            "> O 14 setup",
                            "< O 4 setup",
                            "> O 8 setup",
                            "> O0 8",
                            "< O 5 setup",
                            "< O0 4 setup",
                            "< O 6",
                            "> O 2 setup",
                            "< O 2 setup")),
            FramerCase.midstream(
                    "a publication in the middle",
                    MQTT,
                    List.of(">{30 0c 0008}home/bed21", ">{c0 00}"),
                    List.of("> O 14", "> O 2 setup")),
            FramerCase.of(
                    "connecting and negotiating are set-up; packets of data are one message until the other side's",
                    TNS,
                    List.of(
                            ">{0010 0000 01 00 0000 0139 012c 00000000}",
                            "<{000c 0000 02 00 0000 0139 0000}",
                            ">{0000000c 06 00 0000 0000 0106}",
                            "<{0000000c 06 00 0000 0000 0106}",
                            ">{0000000e 06 00 0000 0000 035e 0102}{0000000c 06 00 0000 0000 4142}",
                            "<{0000000d 06 00 0000 0000 1017 05}"),
                    List.of("> O 16 setup", "< O 12 setup", "> Q0 12 setup", "< R0 12 setup", "> Q1 26", "< R1 13")),
            FramerCase.of(
                    "a batch in two packets and its result; what logs in is set-up",
                    TDS,
                    List.of(
                            ">{12 01 000a 0000 01 00 0000}",
                            "<{04 01 000a 0000 01 00 0000}",
                            ">{01 00 000a 0000 01 00 4142}{01 01 000a 0000 02 00 4344}",
                            "<{04 00 000a 0033 01 00 0000}{04 01 0009 0033 02 00 00}",
                            ">{06 01 0008 0000 01 00}"),
                    List.of("> Q0 10 setup", "< R0 10", "> Q1 20", "< R1 19", "> O 8 setup")),
            FramerCase.of(
                    "searches answered in another order; entries and the end are one response",
                    LDAP,
                    List.of(
                            ">{30 0c 020101 60 07 020103 0400 8000}",
                            "<{30 0c 020101 61 07 0a0100 0400 0400}",
                            ">{30 05 020102 6300 30 84 00000005 020103 6300}",
                            "<{30 05 020103 6400 30 05 020102 6400 30 05 020103 6500 30 05 020102 6500}",
                            ">{30 05 020104 4200}"),
                    List.of("> Q0 14", "< R0 14", "> Q1 7", "> Q2 11", "< R2 14", "< R1 14", "> O 7 setup")),
            FramerCase.of(
                    "what the nodes of a cluster tell each other",
                    REDIS_CLUSTER_BUS,
                    List.of(
                            ">RCmb{00000010 0001 18eb 0000 0000}",
                            "<RCmb{00000010 0001 18eb 0001 0000}RCmb{00000010 0001 18eb 0004 0000}"),
                    List.of("> O 16 setup", "< O 16 setup", "< O 16")));

    private FormatCases() {}
}
