/**
 * The joint linker: times, lengths, types, connections and shared rare content in one model, and its posterior.
 *
 * <pre>
 *  MessageTable ─► Services ─► Scene (one per node) ─► CandidateSets ─► ServiceLinker ─► Calibration ─► OwnerLinks ─► LinkTable
 *                  ReplicaGroups                        evidence.*        │
 *                  kind.MessageTypes                                      ├ FirstGuess, DelaysBeyondChance: the first tables
 *                                                                         ├ JointDensity: PlanTable, NextEvents, GapDensities, Pace,
 *                                                                         │               HeldConnections, OrphanRates
 *                                                                         ├ OpenCalls: what is to be decided, in components
 *                                                                         ├ Sampler (Moves, OwnerProposals), ExactComponent: who owns what
 *                                                                         └ PartitionCrossover: the best of two answers
 * </pre>
 *
 * <p>A scene with its evidence is a {@code NodeProblem}, which may be solved anywhere; its {@code
 * NodeAnswer} joins the others.
 *
 * <p>A node is explained by itself, with its own clock: constant offsets between clocks do not matter. The tables are
 * learnt from the messages themselves by expectation and maximisation; nothing is known beforehand about the
 * applications. See docs/algorithms.md.
 */
@NullMarked
package io.wirepath.analyze.joint;

import org.jspecify.annotations.NullMarked;
