/**
 * One line a message on standard output: the one output that is as long as the capture, so it is made without
 * allocation; every other output uses a library.
 *
 * <pre>
 *  SightingMerge ─► MessageLines ◄─ TableLines  for people
 *                        │        ◄─ JsonLines   for programs, over LineBuffer
 *                        ▼
 *                   standard output
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.lines;

import org.jspecify.annotations.NullMarked;
