/**
 * The text of a query, and the query as it was written (Mace, Roelke, Fonseca: Pivot Tracing, SOSP 2015, §3).
 *
 * <pre>
 *  text ─► grammar (ANTLR: CausalQuery.g4) ─► TreeReader, ExpressionReader ─► ParsedQuery, Expression
 *                    └─► MistakeListener ─► QueryException: where, what was expected, the nearest name
 * </pre>
 *
 * <p>Nothing here knows of messages. Texts are bounded in length and depth, for anybody may send one to a service.
 */
@NullMarked
package io.wirepath.analyze.query.language;

import org.jspecify.annotations.NullMarked;
