/**
 * A columnar index of events: made once of a store, then asked without going through messages or inferring causes
 * again.
 *
 * <pre>
 *  store ─► IndexBuild ─ parts of at most {@link io.wirepath.appliance.index.IndexBuild#MAX_MESSAGES} messages, each analysed ─► PartWriter
 *
 *  directory:  0000.columns   columns one after the other, each once however many fields it is of      ColumnWriter, ColumnData
 *              0000.json      sources, fields, and where their columns are; causal order; written last
 *              0001.columns …
 *
 *  query ─► PartedQuery ─ two threads, a part each at a time ─► EventIndex ─► IndexPart (EventSet, mapped into memory)
 * </pre>
 *
 * <p>The operators of a query are those of any query: groups go on from part to part as they do from window to window
 * in the service, and are added up over the threads. A column that is the same as another, bit for bit, is kept once;
 * one whose values are all the same is not kept at all.
 */
@NullMarked
package io.wirepath.appliance.index;

import org.jspecify.annotations.NullMarked;
