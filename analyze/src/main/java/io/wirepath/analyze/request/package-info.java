/**
 * Single requests: where each nanosecond between a request and its response went.
 *
 * <pre>
 *  calls with their parents, ServedCalls ─► CriticalPath ─► TimeSink (Cause, call, message, from, to)
 *                                                 ├─► finding.NetworkLoss      which requests waited for the network
 *                                                 └─► Lifeline                 one request, in order of time
 *  patterns, path.PatternTable ─► Samples           the slowest and the typical requests of each pattern
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.request;

import org.jspecify.annotations.NullMarked;
