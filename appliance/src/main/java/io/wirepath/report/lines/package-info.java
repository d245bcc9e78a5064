/**
 * One line a message, or a flow, on standard output. Messages are the one output that is as long as the capture, so
 * their JSON is made without allocation; every other output uses a library.
 *
 * <pre>
 *  StreamContents ─► StreamLines ◄─ StreamTextLines, StreamJson
 *
 *  SightingMerge ─► MessageLines ◄─ TableLines  for people
 *                        │        ◄─ JsonLines   for programs, over LineBuffer
 *                        ▼
 *                   standard output
 * </pre>
 */
@NullMarked
package io.wirepath.report.lines;

import org.jspecify.annotations.NullMarked;
