package io.wirepath.appliance.config.binding;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/** Takes the keys that a YAML file gives. One file, one use. */
final class YamlFile {

    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private final Schema<?> schema;
    private final List<GivenValue> given = new ArrayList<>();
    private final List<ConfigError> problems;

    YamlFile(Path file, Schema<?> schema, List<ConfigError> problems) {
        this.file = file;
        this.schema = schema;
        this.problems = problems;
    }

    /** What the file gives, in its order; what is wrong is added to the problems. */
    List<GivenValue> read() {
        try {
            if (Files.size(file) > MAX_BYTES) {
                complain("this is not a configuration: it has more than 1 MiB");
                return List.of();
            }
            Node root = compose(Files.readString(file));
            if (root instanceof MappingNode mapping) {
                section(mapping, "");
            } else if (root != null && !isNothing(root)) {
                problem(
                        root,
                        "",
                        "keys belong here, such as " + schema.namesIn("").get(0) + ":");
            }
        } catch (CharacterCodingException e) {
            complain("this is not UTF-8 text");
        } catch (IOException e) {
            complain(Files.exists(file) ? "cannot be read; may this user read it?" : "there is no such file");
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            Origin at = mark == null ? wholeFile() : origin(mark);
            problems.add(new ConfigError(
                    at,
                    "",
                    "this is not YAML: " + Objects.requireNonNullElse(e.getProblem(), "")
                            + (e.getContext() == null ? "" : " " + e.getContext())));
        } catch (ReaderException e) {
            complain("this is not YAML: it holds the control character U+%04X".formatted(e.getCodePoint()));
        } catch (YAMLException e) {
            complain("this is not YAML: " + e.getMessage());
        }
        return given;
    }

    private static @Nullable Node compose(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(0);
        options.setNestingDepthLimit(10);
        return new Yaml(options).compose(new StringReader(text));
    }

    private void section(MappingNode mapping, String path) {
        Map<String, Node> seen = new HashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
                problem(tuple.getKeyNode(), path, "a name belongs here");
                continue;
            }
            Node before = seen.putIfAbsent(name.getValue(), name);
            String full = path.isEmpty() ? name.getValue() : path + "." + name.getValue();
            if (before != null) {
                problem(
                        name,
                        full,
                        "stands here twice; the first is in line "
                                + (before.getStartMark().getLine() + 1));
            } else {
                entry(path, full, name, tuple.getValueNode());
            }
        }
    }

    private void entry(String section, String full, ScalarNode name, Node value) {
        if (schema.isSection(full)) {
            if (value instanceof MappingNode below) {
                section(below, full);
            } else if (!isNothing(value)) {
                problem(
                        value,
                        full,
                        "keys belong here, indented, such as "
                                + schema.namesIn(full).get(0) + ":");
            }
        } else if (schema.key(full) == null) {
            problem(name, full, unknown(section, name.getValue()));
        } else {
            value(full, value).ifPresent(raw -> given.add(new GivenValue(full, raw, origin(value.getStartMark()))));
        }
    }

    private String unknown(String section, String name) {
        return "there is no such key" + UnknownKey.advice(schema, section, name);
    }

    private Optional<Raw> value(String path, Node value) {
        if (isNothing(value)) {
            return Optional.of(new Raw.Nothing());
        }
        if (value instanceof ScalarNode scalar) {
            return Optional.of(new Raw.Text(scalar.getValue()));
        }
        if (value instanceof SequenceNode sequence) {
            return items(path, sequence);
        }
        return entries(path, (MappingNode) value);
    }

    private Optional<Raw> items(String path, SequenceNode sequence) {
        List<Raw.Located> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            if (!(item instanceof ScalarNode scalar)) {
                problem(item, path, "a single value belongs here");
                return Optional.empty();
            }
            items.add(new Raw.Located(scalar.getValue(), origin(item.getStartMark())));
        }
        return Optional.of(new Raw.Items(items));
    }

    private Optional<Raw> entries(String path, MappingNode mapping) {
        Map<String, Raw.Located> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode name)
                    || !(tuple.getValueNode() instanceof ScalarNode value)) {
                problem(tuple.getKeyNode(), path, "a name and a single value belong here");
                return Optional.empty();
            }
            Raw.Located item = new Raw.Located(value.getValue(), origin(value.getStartMark()));
            if (entries.putIfAbsent(name.getValue(), item) != null) {
                problem(name, path + "." + name.getValue(), "stands here twice");
            }
        }
        return Optional.of(new Raw.Entries(entries));
    }

    /** A key without a value, or with YAML's null; a pair of quotes is an empty text. */
    private static boolean isNothing(Node node) {
        return node instanceof ScalarNode scalar && scalar.isPlain() && Tag.NULL.equals(node.getTag());
    }

    private void problem(Node node, String path, String text) {
        problems.add(new ConfigError(origin(node.getStartMark()), path, text));
    }

    private void complain(String text) {
        problems.add(new ConfigError(wholeFile(), "", text));
    }

    private Origin wholeFile() {
        return new Origin(Origin.Kind.FILE, file.toString());
    }

    private Origin origin(Mark mark) {
        return Origin.file(file.toString(), mark.getLine() + 1, mark.getColumn() + 1);
    }
}
