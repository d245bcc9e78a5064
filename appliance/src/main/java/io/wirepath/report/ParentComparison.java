package io.wirepath.report;

import java.util.List;

/**
 * How right the inferred causes are, where the traces say who caused what.
 *
 * @param calls calls of the traces
 * @param found those that the analysis knows
 * @param right those whose inferred cause is the true one, or that have none and were given none
 * @param traces requests from outside, with all they caused
 * @param rightTraces those of which every call has its true cause
 * @param services the same by the service that makes the calls, those from outside left out
 */
public record ParentComparison(
        long calls, long found, long right, long traces, long rightTraces, List<OfService> services) {

    /**
     * How right the causes of a service's calls are.
     *
     * @param service name of the service
     * @param outgoing calls that it makes because of others
     * @param right those whose inferred cause is the true one
     * @param incoming calls of it that caused some
     * @param exact those to which exactly their true calls were given
     */
    public record OfService(String service, long outgoing, long right, long incoming, long exact) {}
}
