/**
 * The joint linker: times, lengths, types, connections and shared rare content in one model, and its posterior.
 *
 * <pre>
 *  MessageTable ─► Services ─► Scene (one per node) ─► CandidateSets ─► ServiceLinker ─► OwnerLinks ─► LinkTable
 *                  ReplicaGroups                        evidence.*        │
 *                  kind.MessageTypes                                      ├ TaskModel: PlanTable, NextEvents, GapDensities, HeldConnections
 *                                                                         ├ Pace: how the delays of a task go together
 *                                                                         ├ Sampler, ExactComponent: who owns what
 *                                                                         ├ Components: what depends on what
 *                                                                         ├ Chains: two samplers by turns
 *                                                                         ├ Conclusion, PartitionCrossover: posterior and answer
 *                                                                         └ Calibration: how sure to be of it
 * </pre>
 *
 * <p>A node is explained by itself, with its own clock: constant offsets between clocks do not matter. The tables are
 * learnt from the messages themselves by expectation and maximisation; nothing is known beforehand about the
 * applications. See docs/algorithms.md.
 */
@NullMarked
package io.wirepath.analyze.joint;

import org.jspecify.annotations.NullMarked;
