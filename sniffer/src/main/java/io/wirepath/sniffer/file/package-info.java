/**
 * Reads capture files: pcap and pcapng in every variant that is met, plain or gzip, from a file, a pipe or standard
 * input.
 *
 * <pre>
 *  file, pipe, stdin                                                       records parsed in place
 *  ChannelSupply ─► GzipSupply (if gzip) ─► RecordWindow ═══ FrameBlock.bytes() ═══► PcapRecords
 *      └────────────── ByteSupply ──────────────┘  │ tail of a record that did      PcapngRecords
 *                                                  └ not fit: into the next block
 * </pre>
 *
 * <p>{@link io.wirepath.sniffer.file.CaptureFile#open} looks at the first bytes and puts these together. Bytes are read
 * straight into the block that is to be filled, and never copied, except for the one record that a block's end cuts in
 * two. No length field of a file makes anything be allocated. Blocks are always filled to the end, so where one ends
 * depends only on the bytes, and not on how they arrive.
 *
 * <p>{@link io.wirepath.sniffer.file.StreamedCapture} reads what another program makes now: over TCP
 * ({@link io.wirepath.sniffer.file.SocketTurns}), or in files that grow
 * ({@link io.wirepath.sniffer.file.GrowingFile}). Such a supply says when nothing comes, and ends a block by that.
 *
 * <p>A directory is a {@link io.wirepath.sniffer.file.CaptureFileSet}: one file after the other, in the order of their
 * frames.
 *
 * <p>A file that is damaged gives all frames before the damage, and then a
 * {@link io.wirepath.sniffer.CaptureDamage}; one that is no capture at all a
 * {@link io.wirepath.sniffer.CaptureException}.
 *
 * <p>{@link io.wirepath.sniffer.file.PacketRing} writes: the latest packets of a sniffer, in files that
 * {@link io.wirepath.sniffer.file.RingSegment} finds by time, sealed with a
 * {@link io.wirepath.sniffer.file.RingKey} where the operator has one.
 */
@NullMarked
package io.wirepath.sniffer.file;

import org.jspecify.annotations.NullMarked;
