package io.wirepath.analyze.delay;

/**
 * What one node did.
 *
 * @param node number in the node table
 * @param role name of the role it plays
 * @param client whether it uses no fixed port, so that it is shown as CLIENT
 * @param callsServed calls that it answered
 * @param callsMade calls that it made
 * @param callsRefused calls that it answered with a refusal: the request was to blame
 *     ({@link io.wirepath.flows.Outcome.Verdict})
 * @param callsFailed calls that it answered with a failure of its own, or of what it needs
 * @param ownDelay per served call: time from receipt of the request to sending of the response, less the time it spent
 *     waiting for the calls that it made meanwhile
 * @param serviceDelay per served call: time from receipt of the request to the sending of the response
 */
public record NodeSummary(
        int node,
        String role,
        boolean client,
        long callsServed,
        long callsMade,
        long callsRefused,
        long callsFailed,
        DelayDistribution ownDelay,
        DelayDistribution serviceDelay) {}
