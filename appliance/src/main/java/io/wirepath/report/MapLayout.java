package io.wirepath.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Places roles and nodes on the map in columns, who asks to the left of who is asked: the layered drawing of Sugiyama,
 * Tagawa and Toda (1981) without its crossings being minimised to the last.
 *
 * <p>Edges are taken in order of their requests; one that would close a circle counts for nothing. So what is asked
 * most decides, and a rare call back does not move the map from one window to the next. A role stands one column right
 * of the last one that asks it. Within a column, roles stand near those they talk with. Nodes stand in the column of
 * their role, one below the other in the order of their names. The order of the input does not matter. Pure.
 */
public final class MapLayout {

    /** Sweeps over the columns that bring roles near those they talk with. */
    private static final int SWEEPS = 4;

    /** Edges that take part, those with the most requests: finding circles costs their square. */
    private static final int MAX_EDGES = 4000;

    /**
     * What is to be placed.
     *
     * @param name the node
     * @param role the role it plays
     */
    public record Member(String name, String role) {}

    /** Requests from one role to another. */
    public record Flow(String from, String to, long requests) {}

    /**
     * Where something stands.
     *
     * @param name of the role or node
     * @param column from 0, the leftmost
     * @param row from 0, the topmost of its column
     */
    public record Place(String name, int column, int row) {}

    private final Map<String, List<String>> asks = new TreeMap<>();
    private final Map<String, Map<String, Long>> talks = new TreeMap<>();
    private final Map<String, Integer> columnOf = new HashMap<>();

    private MapLayout() {}

    /** Places the roles, column by column, each from top to bottom. */
    public static List<Place> roles(Set<String> roles, List<Flow> flows) {
        MapLayout layout = new MapLayout();
        roles.forEach(role -> {
            layout.asks.put(role, new ArrayList<>());
            layout.talks.put(role, new TreeMap<>());
        });
        flows.stream()
                .filter(flow -> flow.requests() > 0 && !flow.from().equals(flow.to()))
                .filter(flow -> roles.contains(flow.from()) && roles.contains(flow.to()))
                .sorted(Comparator.comparingLong(Flow::requests)
                        .reversed()
                        .thenComparing(Flow::from)
                        .thenComparing(Flow::to))
                .limit(MAX_EDGES)
                .forEach(layout::take);
        return layout.ordered();
    }

    /** Places nodes in the columns of their roles. */
    public static List<Place> nodes(List<Member> members, List<Place> roles) {
        Map<String, List<String>> byRole = new HashMap<>();
        members.forEach(member -> byRole.computeIfAbsent(member.role(), unseen -> new ArrayList<>())
                .add(member.name()));
        Map<Integer, Integer> used = new HashMap<>();
        List<Place> places = new ArrayList<>();
        for (Place role : roles) {
            byRole.getOrDefault(role.name(), List.of()).stream()
                    .sorted(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                    .forEach(name ->
                            places.add(new Place(name, role.column(), used.merge(role.column(), 1, Integer::sum) - 1)));
        }
        return places;
    }

    private void take(Flow flow) {
        talks(flow.from()).merge(flow.to(), flow.requests(), Long::sum);
        talks(flow.to()).merge(flow.from(), flow.requests(), Long::sum);
        if (!reaches(flow.to(), flow.from())) {
            asked(flow.from()).add(flow.to());
        }
    }

    private List<String> asked(String role) {
        return asks.getOrDefault(role, List.of());
    }

    private Map<String, Long> talks(String role) {
        return talks.getOrDefault(role, Map.of());
    }

    private boolean reaches(String from, String wanted) {
        Set<String> seen = new HashSet<>(Set.of(from));
        List<String> open = new ArrayList<>(seen);
        while (!open.isEmpty()) {
            String at = open.remove(open.size() - 1);
            if (at.equals(wanted)) {
                return true;
            }
            asked(at).stream().filter(seen::add).forEach(open::add);
        }
        return false;
    }

    private List<Place> ordered() {
        placeInColumns();
        Map<Integer, List<String>> columns = new TreeMap<>();
        asks.keySet()
                .forEach(role -> columns.computeIfAbsent(columnOf.getOrDefault(role, 0), unseen -> new ArrayList<>())
                        .add(role));
        Map<String, Double> height = new HashMap<>();
        columns.values().forEach(column -> number(column, height));
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (List<String> column : columns.values()) {
                Map<String, Double> wanted = new LinkedHashMap<>();
                column.forEach(role -> wanted.put(role, middle(role, height)));
                column.sort(Comparator.comparingDouble((String role) -> wanted.getOrDefault(role, 0.0))
                        .thenComparing(Comparator.naturalOrder()));
                number(column, height);
            }
        }
        List<Place> places = new ArrayList<>();
        columns.forEach((number, column) -> {
            for (int row = 0; row < column.size(); row++) {
                places.add(new Place(column.get(row), number, row));
            }
        });
        return places;
    }

    /** One column right of the last one that asks: roles that wait for nobody are done first. */
    private void placeInColumns() {
        Map<String, Integer> askers = new HashMap<>();
        asks.values().forEach(asked -> asked.forEach(role -> askers.merge(role, 1, Integer::sum)));
        List<String> open = new ArrayList<>(
                asks.keySet().stream().filter(role -> !askers.containsKey(role)).toList());
        while (!open.isEmpty()) {
            String at = open.remove(open.size() - 1);
            int column = columnOf.computeIfAbsent(at, unseen -> 0);
            for (String role : asked(at)) {
                columnOf.merge(role, column + 1, Math::max);
                if (askers.merge(role, -1, Integer::sum) == 0) {
                    open.add(role);
                }
            }
        }
    }

    /** Heights around the middle of the column, which all columns share. */
    private static void number(List<String> column, Map<String, Double> height) {
        for (int row = 0; row < column.size(); row++) {
            height.put(column.get(row), row - (column.size() - 1) / 2.0);
        }
    }

    private double middle(String role, Map<String, Double> height) {
        double sum = 0;
        double weight = 0;
        for (Map.Entry<String, Long> other : talks(role).entrySet()) {
            double own = Math.log1p((double) other.getValue());
            sum += own * height.getOrDefault(other.getKey(), 0.0);
            weight += own;
        }
        return weight == 0 ? height.getOrDefault(role, 0.0) : sum / weight;
    }
}
