package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.AMQP;
import static io.wirepath.flows.Protocol.KAFKA;

import java.util.List;

/** Kafka, AMQP. */
final class BrokerCases {

    /** A batch of two records of nine bytes. */
    private static final String TWO_RECORDS = "{0000000000000000 00000043 ffffffff 02 00000000 0000 00000001"
            + " 0000000000000000 0000000000000000 ffffffffffffffff ffff ffffffff 00000002}"
            + "{10 00000001 04}ab{00}{10 00000201 04}cd{00}";

    /** A marker of a transaction, which is no record. */
    private static final String MARKER = "{0000000000000002 00000031 ffffffff 02 00000000 0020 00000000"
            + " 0000000000000000 0000000000000000 ffffffffffffffff ffff ffffffff 00000001}";

    static final List<FramerCase> ALL = List.of(
            FramerCase.of(
                    "what wants no answer is no call; a close answers what it closes",
                    AMQP,
                    List.of(
                            ">AMQP{00 00 09 01}",
                            ">{01 0001 0000000d 0032 000a 0000 01}q{10 00000000 ce}",
                            ">{01 0001 0000000d 0032 000a 0000 01}q{00 00000000 ce}",
                            "<{01 0001 0000000d 0014 0028 0194 02}no{0032 000a ce}",
                            ">{01 0001 00000004 0014 0029 ce}"),
                    List.of("> O 8 setup", "> O 21", "> Q0 21", "< R0 21", "> O 12 setup")),
            FramerCase.of(
                    "responses by correlation id; a Produce without acknowledgement is one-way",
                    KAFKA,
                    List.of(
                            ">{00000010 0003 0001 00000005 0002}cl{0000 0000}",
                            ">{00000012 0000 0003 00000006 0002}cl{ffff ffff 0000}",
                            ">{00000012 0000 0003 00000007 0002}cl{ffff 0000 0000}",
                            "<{00000006 00000006 0000}",
                            "<{00000005 00000005 00}"),
                    List.of("> Q0 20 setup", "> Q1 22", "> O 22", "< R1 10", "< R0 9 setup")),
            FramerCase.of(
                    "a fetch is no call: what it brings is a delivery, and nothing is nothing",
                    KAFKA,
                    List.of(
                            ">{00000010 0001 0004 00000001 0002}cl{0000 0000}",
                            ">{00000010 0001 000c 00000002 0002}cl{0000 0000}",
                            "<{00000031 00000001 00000000 00000001 0001}t{00000001"
                                    + " 00000000 0000 0000000000000005 0000000000000005 00000000 00000000}",
                            "<{00000011 00000002 00 00000000 0000 00000000 01 00}",
                            ">{00000010 0001 0004 00000003 0002}cl{0000 0000}",
                            "<{00000034 00000003 00000000 00000001 0001}t{00000001"
                                    + " 00000000 0000 0000000000000005 0000000000000005 00000000 00000003}{010203}"),
                    List.of("> O 20 setup", "> O 20 setup", "< O 53 setup", "< O 21 setup", "> O 20 setup", "< O 56")),
            FramerCase.of(
                    "each record is a message, of those published together and of those brought together; a marker is none",
                    KAFKA,
                    List.of(
                            ">{00000076 0000 0003 00000001 0002}cl{ffff ffff 00000000 00000001 0001}t{00000001 00000000 0000004f}"
                                    + TWO_RECORDS,
                            "<{00000006 00000001 0000}",
                            ">{00000010 0001 0004 00000002 0002}cl{0000 0000}",
                            "<{00000080 00000002 00000000 00000001 0001}t{00000001"
                                    + " 00000000 0000 0000000000000005 0000000000000005 00000000 0000004f}"
                                    + TWO_RECORDS,
                            ">{00000010 0001 0004 00000003 0002}cl{0000 0000}",
                            "<{0000006e 00000003 00000000 00000001 0001}t{00000001"
                                    + " 00000000 0000 0000000000000005 0000000000000005 00000000 0000003d}"
                                    + MARKER),
                    List.of(
                            "> Q0 113",
                            "> O 9",
                            "< R0 10",
                            "> O 20 setup",
                            "< O 123",
                            "< O 9",
                            "> O 20 setup",
                            "< O 114 setup")),
            FramerCase.of(
                    "the start, a declaration, a message published, one delivered and acknowledged",
                    AMQP,
                    List.of(
                            ">AMQP{00 00 09 01}",
                            "<{01 0000 00000005 000a 000a 00 ce}",
                            ">{01 0000 00000005 000a 000b 00 ce}",
                            ">{01 0001 00000006 0032 000a 0000 ce}",
                            ">{01 0001 00000005 003c 0028 00 ce}{02 0001 0000000e 003c 0000 0000000000000003 0000 ce}{03 0001 00000002}ab{ce}",
                            ">{03 0001 00000001}c{ce}",
                            "<{01 0001 00000004 0032 000b ce}{01 0001 00000004 003c 003c ce}",
                            "<{02 0001 0000000e 003c 0000 0000000000000000 0000 ce}{08 0000 00000000 ce}",
                            ">{01 0001 00000004 003c 0050 ce}"),
                    List.of(
                            "> O 8 setup",
                            "< Q0 13 setup",
                            "> R0 13 setup",
                            "> Q1 14",
                            "> O 54",
                            "< R1 12",
                            "< O 34",
                            "< O 8 setup",
                            "> O 12 setup")));

    private BrokerCases() {}
}
