/**
 * The joint linker: times, lengths, types, connections and shared rare content in one model, and its posterior.
 *
 * <pre>
 *  MessageTable ─► scene.* ─► ServiceLinker ─► Calibration ─► OwnerLinks ─► LinkTable
 *                  │           │
 *     evidence.* ──┘           ├ FirstGuess: the first tables
 *                              ├ OpenCalls: what is to be decided, in components
 *                              ├ Sampler (Moves, OwnerProposals): who owns what
 *                              ├ model.*: how likely that is, learnt from what was sampled
 *                              └ PartitionCrossover: the best of two answers
 * </pre>
 *
 * <p>This package is the inference. What it has to explain stands in {@code scene}, the density in {@code model}, what
 * speaks for a pair besides times in {@code evidence}; these know nothing of the inference.
 *
 * <p>A scene with its evidence is a {@code NodeProblem}, which may be solved anywhere; its {@code
 * NodeAnswer} joins the others.
 *
 * <p>A node is explained by itself, with its own clock: constant offsets between clocks do not matter. The tables are
 * learnt from the messages themselves by expectation and maximisation; nothing is known beforehand about the
 * applications. See docs/algorithms.md.
 */
@NullMarked
package io.wirepath.causes.joint;

import org.jspecify.annotations.NullMarked;
