package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures of Project 5 (SOSP 2003), drawn of made traces: what they show is what the paper's show. */
class PaperPicturesTest {

    private static final Pattern NODE = Pattern.compile("(\\w+) \\[shape=\\w+, label=\"([^\"]*)\"];");
    private static final Pattern EDGE = Pattern.compile("(\\w+) -> (\\w+) \\[label=\"([^\"]*)\"];");
    private static final Pattern TIME = Pattern.compile("([0-9.]+) (ns|µs|ms|s)\\b");
    private static final Map<String, Double> MILLIS = Map.of("ns", 1e-6, "µs", 1e-3, "ms", 1.0, "s", 1e3);

    @TempDir
    private Path temp;

    /** An arrow: what it leads from and to, and what stands at it. */
    private record Arrow(int from, int to, String label) {}

    /** A picture as Graphviz would read it: what stands in each node, and arrows in their order. */
    private static final class Picture {
        private final List<String> nodes = new ArrayList<>();
        private final List<Arrow> arrows = new ArrayList<>();

        private Picture(String dot) {
            Map<String, Integer> number = new HashMap<>();
            dot.lines().forEach(line -> {
                Matcher node = NODE.matcher(line);
                Matcher edge = EDGE.matcher(line);
                if (edge.find()) {
                    arrows.add(new Arrow(number.get(edge.group(1)), number.get(edge.group(2)), edge.group(3)));
                } else if (node.find()) {
                    number.put(node.group(1), nodes.size());
                    nodes.add(node.group(2));
                }
            });
        }

        private String name(int node) {
            return nodes.get(node).split("[: ]|\\\\n", 2)[0];
        }

        /** The first node of this name. */
        private int node(String name) {
            for (int node = 0; node < nodes.size(); node++) {
                if (name(node).equals(name)) {
                    return node;
                }
            }
            throw new AssertionError("no " + name + " in " + nodes);
        }

        /** The arrow from here to one of this name. */
        private Arrow to(int from, String name) {
            return arrows.stream()
                    .filter(arrow -> arrow.from() == from && name(arrow.to()).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no arrow from " + name(from) + " to " + name));
        }

        /** The arrows along these names, from the first node of the first name. */
        private List<Arrow> along(String... names) {
            List<Arrow> along = new ArrayList<>();
            int at = node(names[0]);
            for (int i = 1; i < names.length; i++) {
                Arrow next = to(at, names[i]);
                along.add(next);
                at = next.to();
            }
            return along;
        }
    }

    /** The times in a label, in ms. */
    private static List<Double> millis(String label) {
        return TIME.matcher(label)
                .results()
                .map(time -> Double.parseDouble(time.group(1)) * MILLIS.get(time.group(2)))
                .toList();
    }

    private static double first(String label) {
        return millis(label).get(0);
    }

    private void run(String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);
        Console console = new Console(new ByteArrayOutputStream(), complaints, false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
    }

    private Picture draw(String system, int requests, String what, String... options) throws IOException {
        Path messages = temp.resolve("messages.jsonl");
        Path dot = temp.resolve("picture.dot");
        run("maketrace", system, "--traces", Integer.toString(requests), "--messages", messages.toString());
        Stream<String> all =
                Stream.concat(Stream.of("analyze", messages.toString(), "--dot", what + "=" + dot), Stream.of(options));
        run(all.toArray(String[]::new));
        Picture picture = new Picture(Files.readString(dot));
        Files.delete(dot);
        Files.delete(messages);
        return picture;
    }

    /** Figure 8: who calls whom, at an arrow the time from entry to entry, in an ellipse all the time below. */
    @Test
    void callHierarchiesByNesting() throws IOException {
        Picture picture = draw("multi-tier", 1000, "calls", "--algorithm", "nesting");
        int server = picture.to(0, picture.name(1)).to();
        Arrow entry = picture.arrows.get(0);
        assertTrue(entry.label().matches("\\d+ times, .*"), entry.label());
        assertEquals(311, first(entry.label()), 5);
        Arrow login = picture.to(server, "AUTH");
        assertEquals(50, first(login.label()), 2);
        assertEquals(70, first(picture.nodes.get(login.to())), 2);
        Arrow query = picture.arrows.stream()
                .filter(arrow -> arrow.from() == login.to())
                .findFirst()
                .orElseThrow();
        assertEquals("db", picture.name(query.to()));
        assertEquals(50, first(query.label()), 2);
        assertEquals(10, first(picture.nodes.get(query.to())), 1);
    }

    /** Figure 10: clients, two web servers, a login server, two application servers, two databases. */
    @Test
    void theMultiTierSystem() throws IOException {
        Picture picture = draw("multi-tier", 1000, "map");
        Set<String> wanted = new TreeSet<>();
        for (int one = 1; one <= 2; one++) {
            for (int other = 1; other <= 2; other++) {
                wanted.addAll(
                        List.of("C" + one + " WS" + other, "WS" + one + " AP" + other, "AP" + one + " DB" + other));
            }
            wanted.addAll(List.of("WS" + one + " AUTH", "AUTH DB" + one));
        }
        Set<String> drawn = new TreeSet<>();
        picture.arrows.forEach(arrow -> drawn.add(picture.name(arrow.from()) + ' ' + picture.name(arrow.to())));
        assertEquals(wanted, drawn);
    }

    /** Figures 9 and 13: paths of messages, and the 200 ms that WS2 takes longer before it calls AP1 or AP2. */
    @Test
    void blamesTheSlowServerByConvolution() throws IOException {
        Picture picture = draw(
                "multi-tier-slow",
                1000,
                "graphs",
                "--algorithm",
                "convolution",
                "--option",
                "convolution.quantum=10ms");
        for (String database : List.of("DB1", "DB2")) {
            for (String application : List.of("AP1", "AP2")) {
                double[] before = new double[2];
                for (int own = 1; own <= 2; own++) {
                    String web = "WS" + own;
                    List<Arrow> path = picture.along("C1", web, "AUTH", database, "AUTH", web, application);
                    assertEquals(50, first(path.get(1).label()), 5);
                    assertEquals(50, first(path.get(2).label()), 5);
                    assertEquals(10, first(path.get(3).label()), 3);
                    assertEquals(10, first(path.get(4).label()), 3);
                    before[own - 1] = first(path.get(5).label());
                    assertTrue(path.get(5).label().matches("(?s).*\\\\n\\d+"), path.get(5)::label);
                }
                assertEquals(200, before[1] - before[0], 10);
            }
        }
    }

    /** Figures 14 and 15: 50 ms more in mylist.jsp are seen there, in those above it, and in the whole. */
    @Test
    void blamesThePageOfThePetStore() throws IOException {
        Picture usual = draw("../docs/experiments/petstore.yaml", 1000, "calls", "--algorithm", "nesting");
        Picture slow = draw("../docs/experiments/petstore-slow.yaml", 1000, "calls", "--algorithm", "nesting");
        assertEquals(
                50,
                first(slow.along("mylist.jsp", "ProfileMgrEJB").get(0).label())
                        - first(usual.along("mylist.jsp", "ProfileMgrEJB")
                                .get(0)
                                .label()),
                1);
        Map<String, Integer> more = Map.of(
                "main.screen",
                50,
                "mylist.jsp",
                50,
                "banner.jsp",
                0,
                "ProfileMgrEJB",
                0,
                "CatalogEJB",
                0,
                "footer.jsp",
                0);
        more.forEach((name, millis) -> assertEquals(
                millis, first(slow.nodes.get(slow.node(name))) - first(usual.nodes.get(usual.node(name))), 1, name));
        assertEquals(
                50,
                first(slow.arrows.get(0).label()) - first(usual.arrows.get(0).label()),
                1);
    }

    /** Figure 16: most mail is handed on at once, and some paths have further spikes at 10 and 15 s. */
    @Test
    void spikesOfMailThatWaits() throws IOException {
        Picture picture = draw(
                "../docs/experiments/mail.yaml",
                2000,
                "graphs",
                "--algorithm",
                "convolution",
                "--option",
                "convolution.quantum=5s",
                "--option",
                "convolution.v=10s");
        List<Double> scanner =
                millis(picture.along("outside", "exchanger", "scanner").get(1).label());
        List<Double> archive =
                millis(picture.along("outside", "relay", "archive").get(1).label());
        assertTrue(scanner.get(0) < 1000 && archive.get(0) < 1000, () -> scanner + " " + archive);
        assertEquals(10_500, scanner.get(1), 1500);
        assertEquals(15_500, archive.get(1), 1500);
        assertEquals(2, scanner.size());
        assertEquals(2, archive.size());
    }
}
