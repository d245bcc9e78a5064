package io.wirepath.analyze.path;

import java.util.List;

/**
 * Nodes that do the same work.
 *
 * @param name name for people, such as {@code app}
 * @param nodes their numbers in the node table
 */
public record RoleSummary(String name, List<Integer> nodes) {}
