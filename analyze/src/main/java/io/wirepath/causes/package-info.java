/**
 * Which message caused which: the columns that an algorithm reads, the algorithms, and the links they give.
 *
 * <pre>
 *  loading.* ─► MessageTable ─► CausalAlgorithm ─► LinkTable ─► io.wirepath.analyze
 *               NodeTable       linking  nesting
 *                               convolution  joint
 * </pre>
 *
 * <p>Before anything else, multiplex.* makes calls of the encrypted records of multiplexed connections, and the builder
 * of the table applies that.
 *
 * <p>All of it is pure: data in, data out, time a parameter, no I/O, no threads, no static state.
 */
@NullMarked
package io.wirepath.causes;

import org.jspecify.annotations.NullMarked;
