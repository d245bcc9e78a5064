package io.wirepath.appliance.synthetic;

import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.analyze.truth.SkewedClocks;
import io.wirepath.analyze.truth.SkewedClocks.ClockError;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceConfiguration.Slow;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.truth.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * A system to make traces of, as a YAML file describes it (docs/manual/maketrace.md).
 *
 * @param configuration the system
 * @param sniffer what the sniffer loses
 * @param clocks by which each node tells its own times in messages
 */
public record TraceFile(TraceConfiguration configuration, LossySniffer sniffer, SkewedClocks clocks) {

    private static final List<String> TOP =
            List.of("name", "network", "services", "resources", "slow", "sniffer", "clocks", "tracelets", "workloads");
    private static final List<String> CALL = List.of(
            "call",
            "use",
            "before",
            "answer",
            "one-way",
            "request-bytes",
            "response-bytes",
            "then",
            "after",
            "holds",
            "takes",
            "meets");
    private static final List<String> WORKLOAD = List.of("client", "sequence", "instances", "think", "every");
    private static final Delay NONE = Delay.fixed(0);
    private static final int DEFAULT_INSTANCES = 4;
    private static final int MAX_INSTANCES = 100_000;
    private static final int MAX_BYTES = 1 << 20;
    private static final int DEEPEST = 32;

    /** A call within another is a mapping, a list of stages and a list of calls. */
    private static final int MAX_NESTING = 3 * DEEPEST + 10;

    private static final int MAX_CALLS = 10_000;
    private static final int MAX_DEPTH = 100;

    /** Names of the configurations that come with the program. */
    public static final List<String> NAMES = List.of(
            "children-parallel", "children-0/2", "children-d/cc", "penalty-breaker", "multi-tier", "multi-tier-slow");

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException where it describes no system; the message begins with file, line and key
     */
    public static TraceFile read(Path file) throws IOException {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": this is not UTF-8 text", e);
        }
    }

    /**
     * The configuration of this name that comes with the program.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    public static TraceFile named(String name) throws IOException {
        return parse(name, text(name));
    }

    /** The file of a configuration that comes with the program. */
    public static String text(String name) throws IOException {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no configuration \"" + name + "\" and no file of that name;"
                    + " choose " + String.join(", ", NAMES) + ", or write a file");
        }
        try (InputStream in = TraceFile.class.getResourceAsStream(name.replace('/', '-') + ".yaml")) {
            if (in == null) {
                throw new IOException("the program is incomplete: " + name + " is missing from its archive");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static TraceFile parse(String file, String text) {
        try {
            LoaderOptions options = new LoaderOptions();
            options.setMaxAliasesForCollections(0);
            options.setNestingDepthLimit(MAX_NESTING);
            Node root = new Yaml(options).compose(new StringReader(text));
            if (root == null) {
                throw new IllegalArgumentException(file + ":1: the file is empty");
            }
            return new Parser(YamlMapping.of(file, "", root, TOP)).parse();
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            throw new IllegalArgumentException(file + ":" + line + ": this is not YAML: " + e.getProblem(), e);
        } catch (ReaderException e) {
            String what = "it holds the control character U+%04X".formatted(e.getCodePoint());
            throw new IllegalArgumentException(file + ": this is not YAML: " + what, e);
        } catch (YAMLException e) {
            throw new IllegalArgumentException(file + ": this is no YAML that is read here: " + e.getMessage(), e);
        }
    }

    private static final class Parser {

        private final YamlMapping top;
        private final String file;
        private final Map<String, CallTemplate> tracelets = new HashMap<>();
        private final IdentityHashMap<CallTemplate, Extent> extents = new IdentityHashMap<>();

        /** What a tracelet is with those that it uses spelled out. */
        private record Extent(int calls, int depth) {}

        Parser(YamlMapping top) {
            this.top = top;
            file = top.file();
        }

        TraceFile parse() {
            if (top.has("tracelets")) {
                YamlMapping named = YamlMapping.ofAny(file, "tracelets", top.node("tracelets"));
                for (String name : named.keys()) {
                    tracelets.put(name, call(named.node(name), named.pathOf(name), 0));
                }
            }
            TraceConfiguration configuration = new TraceConfiguration(
                    top.text("name"),
                    workloads(),
                    services(),
                    top.read("network", Delay.fixed(0.1), DelayParser::parse),
                    slow(),
                    resources());
            return new TraceFile(configuration, sniffer(), clocks());
        }

        private List<Workload> workloads() {
            List<Workload> workloads = new ArrayList<>();
            for (Node node : top.list("workloads")) {
                YamlMapping own = YamlMapping.of(file, "workloads", node, WORKLOAD);
                List<CallTemplate> sequence = new ArrayList<>();
                own.words("sequence").forEach(name -> sequence.add(tracelet(own, node, "sequence", name)));
                if (sequence.isEmpty()) {
                    throw own.refusal(node, "sequence", "name at least one tracelet");
                }
                int instances = own.read("instances", DEFAULT_INSTANCES, text -> whole(text, 1, MAX_INSTANCES));
                boolean waits = !own.has("every");
                if (!waits && own.has("think")) {
                    throw own.refusal(node, "every", "who asks at times of their own does not think; leave out one");
                }
                Delay think = own.read(waits ? "think" : "every", NONE, DelayParser::parse);
                workloads.add(new Workload(own.text("client"), sequence, instances, think, waits));
            }
            if (workloads.isEmpty()) {
                throw top.refusal(top.node("workloads"), "workloads", "name at least one");
            }
            return workloads;
        }

        private CallTemplate tracelet(YamlMapping from, Node where, String key, String name) {
            CallTemplate known = tracelets.get(name);
            if (known == null) {
                throw from.refusal(
                        where,
                        key,
                        "there is no tracelet \"" + name + "\" above; there are "
                                + String.join(
                                        ", ",
                                        tracelets.keySet().stream().sorted().toList()));
            }
            return known;
        }

        private CallTemplate call(Node node, String path, int depth) {
            YamlMapping own = YamlMapping.of(file, path, node, CALL);
            if (depth > DEEPEST) {
                throw own.refusal(node, "then", "calls stand more than " + DEEPEST + " deep");
            }
            if (own.has("use")) {
                if (own.keys().size() > 1) {
                    throw own.refusal(node, "use", "stands alone: the tracelet says the rest");
                }
                return tracelet(own, node, "use", own.text("use"));
            }
            boolean oneWay = own.read("one-way", false, TraceFile::yesOrNo);
            if (oneWay && own.has("answer")) {
                throw own.refusal(own.node("answer"), "answer", "a one-way message has none");
            }
            List<List<CallTemplate>> stages = new ArrayList<>();
            for (Node stage : own.list("then")) {
                stages.add(stage(stage, own.pathOf("then"), depth + 1));
            }
            CallTemplate plain = CallTemplate.call(own.text("call"), NONE, NONE);
            CallTemplate made = new CallTemplate(
                    plain.callee(),
                    own.read("before", NONE, DelayParser::parse),
                    stages,
                    oneWay ? null : own.read("answer", NONE, DelayParser::parse),
                    own.read("request-bytes", plain.requestBytes(), text -> whole(text, 1, MAX_BYTES)),
                    own.read("response-bytes", plain.responseBytes(), text -> whole(text, 1, MAX_BYTES)),
                    own.has("holds") ? own.text("holds") : null,
                    own.has("takes") ? own.text("takes") : null,
                    own.read("meets", 1, text -> whole(text, 1, MAX_INSTANCES)),
                    after(own, depth + 1));
            if (oneWay && made.takes() != null) {
                throw own.refusal(own.node("takes"), "takes", "nobody answers, so it would be held for ever");
            }
            extents.put(made, extent(own, node, made));
            return made;
        }

        private List<CallTemplate> after(YamlMapping own, int depth) {
            List<CallTemplate> after = new ArrayList<>();
            for (Node node : own.list("after")) {
                after.addAll(stage(node, own.pathOf("after"), depth));
            }
            return after;
        }

        /** Bounds what is spelled out, not what is written: a tracelet that uses another twice doubles it. */
        private Extent extent(YamlMapping own, Node node, CallTemplate template) {
            int calls = 1;
            int depth = 1;
            List<List<CallTemplate>> caused = new ArrayList<>(template.stages());
            caused.add(template.after());
            for (List<CallTemplate> stage : caused) {
                for (CallTemplate each : stage) {
                    Extent known = Objects.requireNonNull(extents.get(each));
                    calls += known.calls();
                    depth = Math.max(depth, 1 + known.depth());
                    if (calls > MAX_CALLS || depth > MAX_DEPTH) {
                        throw own.refusal(
                                node,
                                "then",
                                "with the tracelets that it uses, a request causes more than "
                                        + (calls > MAX_CALLS ? MAX_CALLS + " calls" : MAX_DEPTH + " calls in a row"));
                    }
                }
            }
            return new Extent(calls, depth);
        }

        /** A stage is one call, or a list of calls that are made at once. */
        private List<CallTemplate> stage(Node node, String path, int depth) {
            if (!(node instanceof SequenceNode calls)) {
                return List.of(call(node, path, depth));
            }
            return calls.getValue().stream()
                    .map(each -> call(each, path, depth))
                    .toList();
        }

        private Map<String, List<String>> services() {
            Map<String, List<String>> replicas = new HashMap<>();
            if (top.has("services")) {
                YamlMapping own = YamlMapping.ofAny(file, "services", top.node("services"));
                for (String service : own.keys()) {
                    List<String> nodes = own.words(service);
                    if (nodes.isEmpty()) {
                        throw own.refusal(own.node(service), service, "name at least one node");
                    }
                    replicas.put(service, nodes);
                }
            }
            return replicas;
        }

        private Map<String, Integer> resources() {
            Map<String, Integer> resources = new HashMap<>();
            if (top.has("resources")) {
                YamlMapping own = YamlMapping.ofAny(file, "resources", top.node("resources"));
                own.keys()
                        .forEach(name -> resources.put(name, own.read(name, 1, text -> whole(text, 1, MAX_INSTANCES))));
            }
            return resources;
        }

        private SkewedClocks clocks() {
            Map<String, ClockError> errors = new HashMap<>();
            if (top.has("clocks")) {
                YamlMapping own = YamlMapping.ofAny(file, "clocks", top.node("clocks"));
                own.keys().forEach(node -> errors.put(node, own.read(node, TraceFile::clock)));
            }
            return new SkewedClocks(TraceGenerator.START_NANOS, errors);
        }

        private List<Slow> slow() {
            List<Slow> slow = new ArrayList<>();
            for (Node node : top.list("slow")) {
                YamlMapping own = YamlMapping.of(file, "slow", node, List.of("node", "callee", "extra"));
                slow.add(new Slow(own.text("node"), own.text("callee"), own.read("extra", DelayParser::parse)));
            }
            return slow;
        }

        private LossySniffer sniffer() {
            if (!top.has("sniffer")) {
                return LossySniffer.none();
            }
            YamlMapping own = YamlMapping.of(file, "sniffer", top.node("sniffer"), List.of("rate", "queue"));
            int queue = own.read("queue", LossySniffer.QUEUE, text -> whole(text, 1, Integer.MAX_VALUE));
            return own.read("rate", text -> new LossySniffer(Double.parseDouble(text), queue));
        }
    }

    /** {@code -12s}, or {@code 2220s 50ppm}. */
    private static ClockError clock(String text) {
        String[] words = text.strip().split("\\s+", 2);
        boolean behind = words[0].startsWith("-");
        double nanos =
                DelayParser.parse(behind ? words[0].substring(1) : words[0]).meanNanos();
        String gains = words.length < 2 ? "0ppm" : words[1];
        if (!gains.endsWith("ppm")) {
            throw new IllegalArgumentException("'" + text + "' is not a clock; write 2220s, -12s or 5ms 50ppm");
        }
        return new ClockError(
                Math.round(behind ? -nanos : nanos), Double.parseDouble(gains.substring(0, gains.length() - 3)));
    }

    private static boolean yesOrNo(String text) {
        return switch (text) {
            case "true", "yes" -> true;
            case "false", "no" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither yes nor no");
        };
    }

    private static int whole(String text, int least, int most) {
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw new IllegalArgumentException(text + " is not within " + least + " to " + most);
        }
        return number;
    }
}
