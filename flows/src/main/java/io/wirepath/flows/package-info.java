/**
 * Turns frames into sightings: decodes, defragments, reassembles TCP and UDP, rebuilds messages.
 *
 * <pre>
 *  FrameBlock ─► decode.PacketDecoder ─► PacketIndex      one thread: innermost IP packet of each frame
 *                  └ defrag                  │
 *                                            ▼
 *               FlowShard 0..15   (worker w owns the shards s with s mod workers = w)
 *                  tcp / udp  ──ConnectionListener──►  message.MessageAssembler ──► SightingBatch
 *                                            │
 *                                            ▼
 *               collector: the batches of a block in one order that does not depend on the workers
 * </pre>
 *
 * <p>{@link io.wirepath.flows.pipeline.FlowPipeline} puts these together over the capture ring. The number of
 * shards is fixed, and all state and every memory bound belongs to a shard, which is why the number
 * of workers never changes a result.
 */
@NullMarked
package io.wirepath.flows;

import org.jspecify.annotations.NullMarked;
