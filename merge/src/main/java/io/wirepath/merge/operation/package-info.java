/**
 * What requests ask for, as few templates: {@code GET /item/*}.
 *
 * <pre>
 *  GET /item/4711 ─► SegmentMask ─► GET /item/* ─► OperationTemplates ─► number of the masked text, in each sighting
 *                    (at once, no     (what a        (a tree of segments)  template of each number, when all were seen
 *                     memory)          spool holds)
 * </pre>
 *
 * <p>Nothing here is used unless the operator asks for operations, because they are payload.
 */
@NullMarked
package io.wirepath.merge.operation;

import org.jspecify.annotations.NullMarked;
