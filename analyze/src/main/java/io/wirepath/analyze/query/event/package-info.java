/**
 * What queries are asked of: events with typed fields and a place in the causal order.
 *
 * <pre>
 *  Analysis, translations ─► EventSet ─► EventSource (messages, requests, responses, calls, connections, retransmissions,
 *                                          │            losses, dns, translations, findings)
 *                                          └─ EventField: name, ValueType, sentence, EventColumn
 * </pre>
 *
 * <p>Nothing is copied: columns are views of the tables of the analysis.
 */
@NullMarked
package io.wirepath.analyze.query.event;

import org.jspecify.annotations.NullMarked;
