/**
 * From links to path instances, and from instances to patterns: trees (WAP5 §5.1 step 3), clients and ephemeral
 * ports put together, replicas of a role put together (WAP5 §2.5.1).
 */
@NullMarked
package io.wirepath.analyze.path;

import org.jspecify.annotations.NullMarked;
