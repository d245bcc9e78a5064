package io.wirepath.flows.message.framer;

import java.util.List;

/** Kafka, AMQP. */
final class BrokerCases {

    static final List<FramerCase> ALL = List.of();

    private BrokerCases() {}
}
