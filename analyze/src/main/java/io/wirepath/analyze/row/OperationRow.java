package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.traffic.CallDelays;

/** What an operation of a service did: {@code GET /item/*} of web. */
public final class OperationRow {

    /** An operation. */
    public static final Fields<CallDelays.Operation> FIELDS = Fields.<CallDelays.Operation>of(
                    "Operation", "Calls that ask a service for the same, with --operations.")
            .text("service", "Role of who is asked.", CallDelays.Operation::service)
            .text("operation", "What is asked for; (others) where there are too many.", CallDelays.Operation::operation)
            .count("calls", "Calls.", CallDelays.Operation::calls)
            .count("unanswered", "Those without an answer.", CallDelays.Operation::unanswered)
            .count("failed", "Those answered with a failure.", CallDelays.Operation::failed)
            .object(
                    "delay",
                    Delays.FIGURES,
                    "From the request to the last byte of the response.",
                    CallDelays.Operation::delay);

    private OperationRow() {}
}
