package io.wirepath.analyze.path;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/** How many instances each shape is expected to have: decides which patterns are worth describing. */
final class ShapeTally {

    /** The shapes that are worth describing. */
    record Choice(LongHashSet roles, LongHashSet nodes) {

        /** Whether this shape with roles is. */
        boolean role(long shape) {
            return roles.contains(shape);
        }

        /** Whether this shape with nodes is. */
        boolean node(long shape) {
            return nodes.contains(shape);
        }
    }

    private static final class Shape {
        private final long hash;
        private final Long2ObjectHashMap<Shape> members = new Long2ObjectHashMap<>();
        private double expected;

        Shape(long hash) {
            this.hash = hash;
        }
    }

    private final Long2ObjectHashMap<Shape> roles = new Long2ObjectHashMap<>();

    /** Counts an instance. */
    void count(long nodeShape, long roleShape, double probability) {
        Shape role = roles.computeIfAbsent(roleShape, Shape::new);
        role.expected += probability;
        role.members.computeIfAbsent(nodeShape, Shape::new).expected += probability;
    }

    /** The shapes with the highest expected counts. */
    Choice choose(int maxPatterns, int maxMembers) {
        Choice choice = new Choice(new LongHashSet(), new LongHashSet());
        for (Shape role : top(roles.values(), maxPatterns)) {
            choice.roles.add(role.hash);
            for (Shape member : top(role.members.values(), maxMembers)) {
                choice.nodes.add(member.hash);
            }
        }
        return choice;
    }

    private static List<Shape> top(Collection<Shape> shapes, int most) {
        List<Shape> ranked = new ArrayList<>(shapes);
        ranked.sort(
                Comparator.comparingDouble((Shape shape) -> -shape.expected).thenComparingLong(shape -> shape.hash));
        return ranked.subList(0, Math.min(most, ranked.size()));
    }
}
