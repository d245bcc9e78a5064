/**
 * Which sightings are of one message, which views are of one connection, and what follows: messages, translations,
 * losses.
 *
 * <pre>
 *  sighting ─► MergeWindow ── ContentMatch (equal content) ──┐
 *                 │       └── StreamCluster (equal place) ───┤
 *                 │                                          ▼
 *                 └─► ClassRegister: SightedConnection ─► ConnectionClass ─► EndpointTeacher, CallNumbers
 *                                                            │                      │
 *                                          LossLedger ◄──────┤                      ▼
 *                                 TranslationDetector ◄──────┘               MessageComposer ─► MessageSink
 * </pre>
 *
 * <p>{@code CopyWatch} recognises late sightings of messages that were emitted before, see {@code PastMessages}.
 *
 * <p>Entry: {@link io.wirepath.merge.match.MergeRun}.
 */
@NullMarked
package io.wirepath.merge.match;

import org.jspecify.annotations.NullMarked;
