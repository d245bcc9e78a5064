/**
 * Why a message is said to have this cause and not another: what an algorithm weighed, answer by answer.
 *
 * <pre>
 *  ExplanationRequest (which rows) ─► ExplainingAlgorithm ─► ExplainedLinks = LinkTable + Explanation per row
 *                                                              └ Answer per possible cause
 *                                                                  └ Term: name, log-weight, words for people
 * </pre>
 *
 * <p>An explanation is made after the inference, from what it learnt, and changes no link.
 */
@NullMarked
package io.wirepath.causes.explain;

import org.jspecify.annotations.NullMarked;
