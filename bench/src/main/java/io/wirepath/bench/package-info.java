/**
 * Measures the program as a user would: makes large captures, and compares what comes out with what is known to be
 * true.
 *
 * <pre>
 *  samples ─► BigCapture ─► big.pcap ─► bench/throughput: wirepath messages --json, CPU and memory
 * </pre>
 */
@NullMarked
package io.wirepath.bench;

import org.jspecify.annotations.NullMarked;
