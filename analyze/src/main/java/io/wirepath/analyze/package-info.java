/**
 * What the analysis reads and what an algorithm gives: the columns and the contract that everything below shares.
 *
 * <pre>
 *  MessageTable ─► CausalAlgorithm ─► LinkTable ─► path.* (trees, patterns, roles) ─► whole.Analysis
 *  NodeTable        linking  nesting               delay.* (distributions)           (what every report shows)
 *                   convolution  joint             finding.* (what a reader should see first)
 * </pre>
 *
 * <p>Before anything else, multiplex.* makes calls of the encrypted records of multiplexed connections, and the builder
 * of the table applies that.
 *
 * <p>All of it is pure: data in, data out, time a parameter, no I/O, no threads, no static state.
 */
@NullMarked
package io.wirepath.analyze;

import org.jspecify.annotations.NullMarked;
