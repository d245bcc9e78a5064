package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoleAggregationTest {

    private static String call(String from, String to, int port, int number) {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < number; i++) {
            trace.append(from)
                    .append(":")
                    .append(30_000 + i)
                    .append(' ')
                    .append(to)
                    .append(':')
                    .append(port);
            trace.append(" request ").append(i).append('\n');
            trace.append(to)
                    .append(':')
                    .append(port)
                    .append(' ')
                    .append(from)
                    .append(":")
                    .append(30_000 + i);
            trace.append(" response ").append(i + 0.5).append('\n');
        }
        return trace.toString();
    }

    private static Map<String, String> roles(String... traces) {
        MessageTable messages = new TraceText().add(String.join("", traces)).build();
        RoleAggregation roles = RoleAggregation.of(messages, new FixedPorts(messages, 4));
        Map<String, String> byRole = new TreeMap<>();
        roles.roles().forEach(role -> {
            TreeSet<String> names = new TreeSet<>();
            role.nodes().forEach(node -> names.add(messages.nodes().get(node).name()));
            byRole.put(role.name(), String.join(" ", names));
        });
        return byRole;
    }

    @Test
    void tellsRolesOfOnePortApartByTheirAddresses() {
        String front = call("cl1", "10.0.0.1", 80, 20) + call("cl2", "10.0.0.2", 80, 20);
        String back = call("10.0.0.1", "10.0.0.3", 80, 20) + call("10.0.0.2", "10.0.0.4", 80, 20);
        assertEquals(
                Map.of(
                        "CLIENT", "cl1 cl2",
                        "port 80 10.0.0.1 +1", "10.0.0.1 10.0.0.2",
                        "port 80 10.0.0.3 +1", "10.0.0.3 10.0.0.4"),
                roles(front, back));
    }

    @Test
    void servicesOfOnePortAreWhatTheyAreCalled() {
        Map<String, String> roles = roles(
                call("web", "cart-7d9f-x2x", 8080, 50),
                call("web", "cart-7d9f-b4k", 8080, 50),
                call("web", "ads", 8080, 50),
                call("web", "10-0-3-7.search.default.svc.cluster.local", 8080, 50),
                call("web", "10-0-3-8.search.default.svc.cluster.local", 8080, 50),
                call("cl", "web", 8080, 50));
        assertEquals("cart-7d9f-b4k cart-7d9f-x2x", roles.get("cart"));
        assertEquals("ads", roles.get("ads"));
        assertEquals(2, roles.get("search").split(" ").length);
        assertEquals("web", roles.get("web"));
    }

    /** Addresses tell nodes of one name apart; the service is called by the name, whole. */
    @Test
    void nodesOfOneNameAreTheServiceOfThatName() {
        assertEquals(
                Map.of(
                        "CLIENT", "cl",
                        "a.example.com", "a.example.com@10.0.0.2 a.example.com@10.0.0.3",
                        "b.example.com", "b.example.com@10.0.0.4"),
                roles(
                        call("cl", "a.example.com@10.0.0.2", 80, 20),
                        call("cl", "a.example.com@10.0.0.3", 80, 20),
                        call("cl", "b.example.com@10.0.0.4", 80, 20)));
    }

    /** Of two services without names one is asked first and the other second; of two replicas each is both. */
    @Test
    void whatTasksAskPartsServicesWithoutNames() {
        assertEquals(
                List.of("10.0.0.1", "10.0.0.2"), rolesByTasks((task, place) -> place), "one after the other, always");
        assertEquals(List.of("10.0.0.1 10.0.0.2"), rolesByTasks((task, place) -> (task + place) % 2));
    }

    private static List<String> rolesByTasks(IntBinaryOperator server) {
        StringBuilder trace = new StringBuilder();
        int tasks = 40;
        int[] request = IntStream.range(0, 3 * tasks).map(call -> 2 * call).toArray();
        int[] parent = new int[3 * tasks];
        for (int task = 0; task < tasks; task++) {
            int at = 100 * task;
            trace.append("cl:30000 web:80 request %d%nweb:80 cl:30000 response %d%n".formatted(at, at + 1));
            parent[3 * task] = MessageTable.NONE;
            for (int place = 0; place < 2; place++) {
                int to = 1 + server.applyAsInt(task, place);
                at += 10;
                trace.append("web:31000 10.0.0.%d:81 request %d%n".formatted(to, at));
                trace.append("10.0.0.%d:81 web:31000 response %d%n".formatted(to, at + 1));
                parent[3 * task + 1 + place] = 3 * task;
            }
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        int[] response = Arrays.stream(request).map(row -> row + 1).toArray();
        CallTable calls = new CallTable(request, response, parent, new double[parent.length], new int[parent.length]);
        return RoleAggregation.of(messages, calls, new FixedPorts(messages, 4), new RoleMemory()).roles().stream()
                .map(role -> role.nodes().stream()
                        .map(node -> messages.nodes().get(node).name())
                        .filter(name -> name.startsWith("10."))
                        .collect(Collectors.joining(" ")))
                .filter(names -> !names.isEmpty())
                .toList();
    }

    /** WAP5 §2.5.1: who talks to many others at one port is a server, even if it asks more than it is asked. */
    @Test
    void aPeerThatAsksMoreThanItIsAskedIsNoClient() {
        StringBuilder trace = new StringBuilder();
        for (int peer = 0; peer < 5; peer++) {
            for (int i = 0; i < (peer == 0 ? 1 : 3); i++) {
                String first = peer == 0 ? "p0:9" : "busy:9";
                String second = peer == 0 ? "busy:9" : "p" + peer + ":9";
                trace.append(first + " " + second + " request " + (peer * 10 + i) + "\n");
                trace.append(second + " " + first + " response " + (peer * 10 + i + 0.5) + "\n");
            }
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        FixedPorts ports = new FixedPorts(messages, 4);
        assertFalse(ports.isClient(messages.nodes().find("address of busy")));
        assertTrue(ports.isClient(messages.nodes().find("address of p0")), "it has one peer, and asks it");
    }

    @Test
    void tellsServersFromClientsByTheirPorts() {
        MessageTable messages = new TraceText().add(call("cl", "app", 80, 1)).build();
        FixedPorts ports = new FixedPorts(messages, 4);
        int client = messages.nodes().find("address of cl");
        int app = messages.nodes().find("address of app");
        assertTrue(ports.isFixed(app, 80), "one request is enough where requests are known");
        assertFalse(ports.isFixed(client, 30_000));
        assertTrue(ports.isClient(client));
        assertFalse(ports.isClient(app));
        assertEquals(80, ports.ofConversation(messages, 0));
        assertEquals(80, ports.ofConversation(messages, 1));
    }

    @Test
    void aWorkerServesAtNoPortWhereItsBrokerAsksOnTheConnectionThatItOpened() {
        MessageTable messages = new TraceText()
                .opener("worker:40001")
                .add("worker:40001 broker:4222 one_way 1")
                .add("broker:4222 worker:40001 request 2")
                .add("worker:40001 broker:4222 response 3")
                .build();
        FixedPorts ports = new FixedPorts(messages, 4);
        int worker = messages.nodes().find("address of worker");
        assertFalse(ports.isFixed(worker, 40_001));
        assertFalse(ports.isClient(worker), "it works for others");
    }

    @Test
    void takesAPortOfUnknownUseAsFixedWhenItTalksToManyOthers() {
        StringBuilder trace = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            trace.append("cl:")
                    .append(30_000 + i)
                    .append(" dns:53 unknown ")
                    .append(i)
                    .append('\n');
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        assertTrue(new FixedPorts(messages, 4).isFixed(messages.destination(0), 53));
        assertFalse(new FixedPorts(messages, 5).isFixed(messages.destination(0), 53));
    }

    @Test
    void putsReplicasTogetherAndNamesThemByWhatTheirNamesShare() {
        Map<String, String> roles = roles(
                call("cl1", "app1", 8080, 50),
                call("cl2", "app2", 8080, 50),
                call("app1", "redis", 6379, 40),
                call("app2", "redis", 6379, 40));
        assertEquals(Map.of("CLIENT", "cl1 cl2", "app", "app1 app2", "redis", "redis"), roles);
    }

    @Test
    void keepsAReplicaThatMissedARareCall() {
        Map<String, String> roles = roles(
                call("cl1", "app1", 8080, 50),
                call("cl2", "app2", 8080, 50),
                call("app1", "redis", 6379, 40),
                call("app1", "ldap", 389, 3),
                call("app2", "redis", 6379, 40));
        assertEquals("app1 app2", roles.get("app"));
    }

    @Test
    void partsServersOfOnePortThatDoOtherWork() {
        Map<String, String> roles = roles(
                call("cl", "web1", 8080, 50),
                call("cl", "web2", 8080, 50),
                call("web1", "app1", 8080, 25),
                call("web1", "app2", 8080, 25),
                call("web2", "app1", 8080, 25),
                call("web2", "app2", 8080, 25),
                call("app1", "redis", 6379, 50),
                call("app2", "redis", 6379, 50));
        assertEquals("web1 web2", roles.get("web"));
        assertEquals("app1 app2", roles.get("app"));
    }

    @Test
    void keepsAllClientsTogetherWhateverTheyCall() {
        Map<String, String> roles = roles(call("app", "redis", 6379, 50), call("auth", "pg", 5432, 50));
        assertEquals(Map.of("CLIENT", "app auth", "pg", "pg", "redis", "redis"), roles);
    }

    @Test
    void namesReplicasWithoutNamesByWhatTheyServe() {
        Map<String, String> roles = roles(call("cl", "10.0.0.1", 9000, 5), call("cl", "10.0.0.2", 9000, 5));
        assertEquals(Map.of("CLIENT", "cl", "port 9000", "10.0.0.1 10.0.0.2"), roles);
    }

    /** Nothing but their names tells what workers do that are sent for by one broker and call the same. */
    @Test
    void partsWorkersWithNamesThatHaveNothingInCommon() {
        StringBuilder trace = new StringBuilder();
        List<String> workers = List.of("mailer1", "biller1", "mailer2");
        int[] parent = new int[120];
        for (int i = 0; i < 60; i++) {
            String worker = workers.get(i % 3);
            trace.append("mq:9 %s:30000 one_way %d%n".formatted(worker, 2 * i));
            trace.append("%s:31000 db:5 one_way %d%n".formatted(worker, 2 * i + 1));
            parent[2 * i] = MessageTable.NONE;
            parent[2 * i + 1] = 2 * i;
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        int[] rows = IntStream.range(0, parent.length).toArray();
        int[] none = new int[rows.length];
        Arrays.fill(none, MessageTable.NONE);
        double[] sure = new double[rows.length];
        Arrays.fill(sure, 1);
        CallTable calls = new CallTable(rows, none, parent, sure, new int[rows.length]);
        FixedPorts ports = FixedPorts.of(messages, calls, AnalysisSettings.defaults());
        assertEquals(
                List.of("mailer", "biller1"),
                RoleAggregation.of(messages, ports).roles().stream()
                        .map(RoleSummary::name)
                        .filter(name -> name.contains("er"))
                        .toList());
    }
}
