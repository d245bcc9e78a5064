/**
 * Kinds of calls: what a call asks for and gets, as far as first words and lengths tell, and as far as it matters.
 *
 * <pre>
 *  calls of a link ─► Exchanges ─► questions: has the word w, is longer than b     ┐
 *                                  observations: other side, duration, neighbours  ┴─► KindTree ─► kind of each call
 * </pre>
 *
 * <p>A word or a length that predicts nothing else tells no kinds apart. Both the joint linker and the series of
 * incidents use the kinds; pure functions of a message table.
 */
@NullMarked
package io.wirepath.causes.kind;

import org.jspecify.annotations.NullMarked;
