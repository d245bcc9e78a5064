package io.wirepath.analyze.query.operator;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a query so far. It outlives the events that made them, so that a query can go on from window to window.
 * Bounded; not thread-safe.
 */
public final class GroupTable {

    private final int most;
    private final StateRoom room;
    private final Map<Group.Key, Group> groups = new LinkedHashMap<>();

    /** Without groups. */
    public GroupTable(QueryBounds bounds) {
        most = bounds.groups();
        room = new StateRoom(bounds.bytes());
    }

    /** How many groups there are. */
    public int size() {
        return groups.size();
    }

    @Nullable
    Group find(Group.Key key) {
        return groups.get(key);
    }

    Group start(Group.Key key, List<AggregateFunction> aggregates) {
        if (groups.size() == most) {
            throw QueryBounds.refusal("groups", most, "group by less, or filter with Where");
        }
        room.take(StateRoom.ENTRY_BYTES * (1 + aggregates.size()));
        Group group =
                new Group(key, aggregates.stream().map(each -> each.start(room)).toArray(Accumulator[]::new));
        groups.put(key, group);
        return group;
    }

    /**
     * Adds the groups of another table of the same query.
     *
     * @throws io.wirepath.analyze.query.language.QueryException where there are too many
     */
    public void addAll(GroupTable other, List<AggregateFunction> aggregates) {
        for (Group own : other.groups()) {
            Group group = groups.get(own.key);
            if (group == null) {
                group = start(own.key, aggregates);
            }
            group.addAll(own);
        }
    }

    Collection<Group> groups() {
        return groups.values();
    }
}
