/**
 * From the message records of a merge to the columns that the analysis takes, in two passes over the same messages.
 *
 * <pre>
 *  first pass   MessageRecord ─┬─► Vantage: which hosts a sniffer stands at
 *                              └─► AnalysisMemory: which addresses are nodes, how many messages fit
 *
 *  second pass  MessageRecord ─► MessageColumns ─┬─► MessageTable: for the analysis
 *                                                └─► MessageDetails: what only exports need
 * </pre>
 *
 * <p>A time that no sniffer stood near enough to see becomes nil here, so this package decides which delays belong to
 * a node and which to the network. Where the messages come from (a store, open windows) is the caller's concern.
 */
@NullMarked
package io.wirepath.causes.loading;

import org.jspecify.annotations.NullMarked;
