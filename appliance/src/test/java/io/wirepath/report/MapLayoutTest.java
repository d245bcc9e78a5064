package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.report.MapLayout.Flow;
import io.wirepath.report.MapLayout.Member;
import io.wirepath.report.MapLayout.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MapLayoutTest {

    private static final List<Flow> SHOP = List.of(
            new Flow("CLIENT", "web", 1000),
            new Flow("web", "app", 700),
            new Flow("app", "redis", 900),
            new Flow("app", "auth", 300),
            new Flow("auth", "pg", 300),
            new Flow("app", "pg", 200));

    private static Map<String, Integer> columns(List<Flow> flows) {
        Set<String> roles = new TreeSet<>();
        flows.forEach(flow -> roles.addAll(List.of(flow.from(), flow.to())));
        return MapLayout.roles(roles, flows).stream().collect(Collectors.toMap(Place::name, Place::column));
    }

    @Test
    void whoAsksStandsToTheLeftOfWhoIsAsked() {
        assertEquals(Map.of("CLIENT", 0, "web", 1, "app", 2, "redis", 3, "auth", 3, "pg", 4), columns(SHOP));
    }

    @Test
    void aRareCallBackMovesNothing() {
        List<Flow> withCallBack = new ArrayList<>(SHOP);
        withCallBack.add(new Flow("pg", "web", 3));
        assertEquals(columns(SHOP), columns(withCallBack));
    }

    @Test
    void theOrderOfTheInputDoesNotMatter() {
        List<Flow> shuffled = new ArrayList<>(SHOP);
        Set<String> roles = Set.of("CLIENT", "web", "app", "redis", "auth", "pg");
        List<Place> first = MapLayout.roles(roles, SHOP);
        for (int seed = 0; seed < 20; seed++) {
            Collections.shuffle(shuffled, new Random(seed));
            assertEquals(first, MapLayout.roles(roles, shuffled));
        }
    }

    @Test
    void rolesStandBesideThoseTheyTalkWith() {
        List<Flow> flows = List.of(
                new Flow("a", "z1", 10),
                new Flow("b", "y1", 10),
                new Flow("c", "x1", 10),
                new Flow("r", "a", 1),
                new Flow("r", "b", 1),
                new Flow("r", "c", 1));
        List<Place> places = MapLayout.roles(Set.of("r", "a", "b", "c", "x1", "y1", "z1"), flows);
        List<String> askers = column(places, 1);
        List<String> asked = askers.stream()
                .map(Map.of("a", "z1", "b", "y1", "c", "x1")::get)
                .toList();
        assertEquals(asked, column(places, 2), "in the order of those that ask them, so that no two lines cross");
    }

    private static List<String> column(List<Place> places, int number) {
        return places.stream()
                .filter(place -> place.column() == number)
                .map(Place::name)
                .toList();
    }

    @Test
    void nodesStandInTheColumnOfTheirRole() {
        List<Place> roles = List.of(new Place("app", 2, 0), new Place("redis", 3, 0));
        List<Member> members =
                List.of(new Member("app10", "app"), new Member("app2", "app"), new Member("redis", "redis"));
        assertEquals(
                List.of(new Place("app2", 2, 0), new Place("app10", 2, 1), new Place("redis", 3, 0)),
                MapLayout.nodes(members, roles));
    }

    @Test
    void fiveHundredRolesArePlacedInASecond() {
        Random random = new Random(7);
        List<Flow> flows = new ArrayList<>();
        Set<String> roles = new TreeSet<>();
        for (int i = 0; i < 500; i++) {
            roles.add("role" + i);
        }
        for (int i = 0; i < 5000; i++) {
            flows.add(new Flow("role" + random.nextInt(500), "role" + random.nextInt(500), random.nextInt(10_000)));
        }
        List<Place> places = assertTimeout(
                Duration.ofSeconds(5), () -> MapLayout.roles(roles, flows), "a second on a quiet machine");
        assertEquals(500, places.stream().map(Place::name).distinct().count());
        assertTrue(places.stream().allMatch(place -> place.column() >= 0 && place.row() >= 0));
    }
}
