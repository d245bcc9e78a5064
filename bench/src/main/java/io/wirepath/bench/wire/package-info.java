/**
 * Measures what is left of the messages of a recording when frames are missing.
 *
 * <pre>
 *  capture ─► Recording ─┬─ all frames ─────► Exchange, each ─┐
 *                        └─ without some ───► Exchange, each ─┴─► LossShare ─► LossBench: table, by protocol
 * </pre>
 */
@NullMarked
package io.wirepath.bench.wire;

import org.jspecify.annotations.NullMarked;
