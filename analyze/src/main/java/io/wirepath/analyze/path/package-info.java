/**
 * From links to path instances, and from instances to patterns.
 *
 * <pre>
 *  LinkTable ─► ChildLinks ─► InstanceBuilder ─► PathInstance ─► PatternBuilder ─► PatternTable ─► PathPattern
 *              (turned round)  (trees, LinkDecision)             (CanonicalTree,     (adds up)     (its steps)
 *                                                                 MessageLabels)
 *
 *  CallForest       calls with their parents
 *  FixedPorts       which ports serve; clients and ephemeral ports are put together (WAP5 §2.5.1)
 *  RoleAggregation  replicas put together by partition refinement: RolePart, ServiceName, RoleNames, RoleMemory
 * </pre>
 *
 * <p>Trees are those of WAP5 §5.1 step 3. {@code analyze.whole} calls all of it; nothing here touches a file or a
 * clock.
 */
@NullMarked
package io.wirepath.analyze.path;

import org.jspecify.annotations.NullMarked;
