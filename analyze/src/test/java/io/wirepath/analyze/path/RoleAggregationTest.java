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
        String front = call("cl1", "anna", 80, 20) + call("cl2", "bert", 80, 20);
        String back = call("anna", "carl", 80, 20) + call("bert", "dora", 80, 20);
        assertEquals(
                Map.of(
                        "CLIENT", "cl1 cl2",
                        "port 80 address of anna +1", "anna bert",
                        "port 80 address of carl +1", "carl dora"),
                roles(front, back));
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
    void namesReplicasWithoutCommonNameByWhatTheyServe() {
        Map<String, String> roles = roles(call("cl", "anna", 9000, 5), call("cl", "bert", 9000, 5));
        assertEquals(Map.of("CLIENT", "cl", "port 9000", "anna bert"), roles);
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
