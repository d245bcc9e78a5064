/**
 * The nesting algorithm of Project 5 (SOSP 2003, §5.1): for systems whose messages are calls and returns.
 *
 * <pre>
 *  A→B ├───────────────────────────┤
 *  B→C      ├─────┤                   nested: caused by A→B, if the delay t2 − t1 is common
 *      t1   t2    t3               t4
 * </pre>
 */
@NullMarked
package io.wirepath.causes.nesting;

import org.jspecify.annotations.NullMarked;
