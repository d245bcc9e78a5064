/**
 * Memory that does not follow what strangers send.
 *
 * <pre>
 *  first look at messages ─► HeavyHitters ─► NodeBudget: the busiest addresses are nodes, the rest are added up by prefix
 *  each message ───────────► SharedRoom: who sends most is cut first, so that one sender's flood leaves room for the others
 * </pre>
 *
 * <p>Up to the bounds nothing changes; beyond them everything is counted. Pure; the same messages give the same choice.
 */
@NullMarked
package io.wirepath.causes.budget;

import org.jspecify.annotations.NullMarked;
