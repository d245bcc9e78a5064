/**
 * The contents of streams, for {@code wirepath streams}: how many bytes each flow carried, their digest, and, on
 * request, the bytes themselves in files.
 *
 * <pre>
 *  FrameSource ─► StreamReading ─► decode ─► FlowShard 0..15 ─► StreamContents ─► StreamRow, one a flow
 *                                                                     │
 *                                                                     └► StreamFiles, a file a flow
 * </pre>
 *
 * <p>Nobody waits for a result here, so memory alone bounds what reassembly waits for
 * ({@link io.wirepath.flows.tcp.TcpSettings#forStreams()}). One thread does all of it.
 */
@NullMarked
package io.wirepath.flows.stream;

import org.jspecify.annotations.NullMarked;
