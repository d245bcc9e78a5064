package io.wirepath.appliance.serve.query;

/**
 * How a standing query stands.
 *
 * @param query the query
 * @param windows windows that it saw
 * @param nanos time that they took
 * @param results results that are kept
 * @param problem why the last window has no answer; empty where it has
 */
public record StandingStatus(StandingQuery query, long windows, long nanos, int results, String problem) {}
