/**
 * Puts the flow stage together over the capture ring.
 *
 * <pre>
 *  CaptureIntake ─► ring of FlowSlot ─► decode.PacketDecoder ─► ShardWorker 0..N-1 ─► BatchCollector ─► SightingSink
 *   (the source)     block, index,        one thread            each FlowShard of its   one order for any N
 *                    16 batches
 * </pre>
 *
 * <p>{@link io.wirepath.flows.pipeline.FlowPipeline} is the way in. A {@link io.wirepath.flows.pipeline.FlowShard}
 * holds all state of a sixteenth of the connections; worker w of N owns the shards s with s mod N = w.
 */
@NullMarked
package io.wirepath.flows.pipeline;

import org.jspecify.annotations.NullMarked;
