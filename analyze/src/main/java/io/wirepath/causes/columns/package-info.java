/**
 * Columns as bytes, for work that another process does.
 *
 * <pre>
 *  numbers, columns ─► ColumnPacker ─► bytes ─► ColumnUnpacker ─► the same
 * </pre>
 */
@NullMarked
package io.wirepath.causes.columns;

import org.jspecify.annotations.NullMarked;
