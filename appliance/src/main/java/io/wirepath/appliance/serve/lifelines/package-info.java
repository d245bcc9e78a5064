/**
 * Pictures of any stretch of time from the calls that windows keep: {@code GET /api/v1/lifelines}.
 *
 * <pre>
 *  history.CallHistory ─► LifelineView ─► LifelineViewJson     what is visible of a stretch, no more than a picture shows
 *                  └────► KeptRequest                          one request, call by call
 * </pre>
 *
 * <p>Nothing here knows HTTP or files.
 */
@NullMarked
package io.wirepath.appliance.serve.lifelines;

import org.jspecify.annotations.NullMarked;
