/**
 * A soak under attack: hostile and honest traffic on one wire, for as long as wanted, and what became of the honest
 * calls.
 *
 * <pre>
 *  HonestCalls ─┐
 *  Attacks ─────┴─► Wire ─► SoakTraffic ─► capture ─► sniff ─► serve ─► windows ─► SoakVerdict
 *                                 HostileClients ─► ports of serve
 * </pre>
 *
 * <p>Honest calls are the same each second, so what a window must count is known. Run by {@code bench/soak}.
 */
@NullMarked
package io.wirepath.bench.soak;

import org.jspecify.annotations.NullMarked;
