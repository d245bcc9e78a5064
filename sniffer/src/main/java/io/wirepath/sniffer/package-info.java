/**
 * Gets every frame in, with its time, and accounts for those lost.
 *
 * <pre>
 *  capture file ─► file.CaptureFile ─┐
 *  live port ────► live.*           ─┴─► FrameSource ──fill──► FrameBlock ──► CaptureRing ──► handlers
 * </pre>
 *
 * <p>A {@link io.wirepath.sniffer.FrameSource} fills {@link io.wirepath.sniffer.FrameBlock}s: a block
 * holds the captured bytes of many frames in one direct buffer, and a small index of where each lies.
 * Blocks, not frames, travel over the {@link io.wirepath.sniffer.CaptureRing}, so that the cost of
 * handing over is paid once for some thousand frames and nothing is allocated for a frame. What a
 * frame contains is not known here: that begins in {@code io.wirepath.flows.decode}.
 */
@NullMarked
package io.wirepath.sniffer;

import org.jspecify.annotations.NullMarked;
