/**
 * From a query as it was written to operators over events.
 *
 * <pre>
 *  ParsedQuery ─► QueryCompiler ─► Scope (names), ExpressionCompiler, GroupCompiler (types)
 *                     │                └─► Conditions: each where its events are seen first (the paper's rewriting, §4.2)
 *                     └─► CompiledQuery: feed() through the operators, answer() ─► QueryAnswer;  PlanText
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.query.plan;

import org.jspecify.annotations.NullMarked;
