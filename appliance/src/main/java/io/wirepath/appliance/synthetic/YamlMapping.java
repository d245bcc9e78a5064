package io.wirepath.appliance.synthetic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A mapping of a YAML file whose keys are known; what is wrong is told with file, line and key. */
final class YamlMapping {

    private final String file;
    private final String path;
    private final Node node;
    private final Map<String, Node> values = new LinkedHashMap<>();

    private YamlMapping(String file, String path, Node node) {
        this.file = file;
        this.path = path;
        this.node = node;
    }

    /**
     * Takes a node as a mapping.
     *
     * @param path keys that lead to it, empty at the top
     * @param known the keys that it may have
     * @throws IllegalArgumentException where it is none, or has another key
     */
    static YamlMapping of(String file, String path, Node node, List<String> known) {
        YamlMapping mapping = ofAny(file, path, node);
        mapping.values.forEach((key, value) -> {
            if (!known.contains(key)) {
                throw mapping.refusal(value, key, "there is no such key; allowed: " + String.join(", ", known));
            }
        });
        return mapping;
    }

    /** Takes a node as a mapping of names that the writer chose. */
    static YamlMapping ofAny(String file, String path, Node node) {
        YamlMapping mapping = new YamlMapping(file, path, node);
        if (!(node instanceof MappingNode own)) {
            throw mapping.refusal(node, "", "keys with values are wanted here");
        }
        for (NodeTuple tuple : own.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw mapping.refusal(tuple.getKeyNode(), "", "a key must be a word");
            }
            if (mapping.values.put(key.getValue(), tuple.getValueNode()) != null) {
                throw mapping.refusal(key, key.getValue(), "the key stands here twice");
            }
        }
        return mapping;
    }

    String file() {
        return file;
    }

    List<String> keys() {
        return List.copyOf(values.keySet());
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** The value of a key that must be there. */
    Node node(String key) {
        Node value = values.get(key);
        if (value == null) {
            throw refusal(node, key, "is missing");
        }
        return value;
    }

    /** The text of a key that must be there, as it was written. */
    String text(String key) {
        return text(node(key), key);
    }

    private String text(Node value, String key) {
        if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw refusal(value, key, "a word or a number is wanted here");
    }

    /** What a reading makes of the text of a key, or something else where the key is missing. */
    <T> T read(String key, T otherwise, Function<String, T> reading) {
        @Nullable Node value = values.get(key);
        return value == null ? otherwise : read(value, key, reading);
    }

    /** What a reading makes of the text of a key that must be there. */
    <T> T read(String key, Function<String, T> reading) {
        return read(node(key), key, reading);
    }

    private <T> T read(Node value, String key, Function<String, T> reading) {
        String text = text(value, key);
        try {
            return reading.apply(text);
        } catch (NumberFormatException e) {
            throw refusal(value, key, "'" + text + "' is not a number that is allowed here");
        } catch (IllegalArgumentException e) {
            throw refusal(value, key, String.valueOf(e.getMessage()));
        }
    }

    /** The elements of a list; none where the key is missing. */
    List<Node> list(String key) {
        @Nullable Node value = values.get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        throw refusal(value, key, "a list is wanted here");
    }

    /** The words of a list. */
    List<String> words(String key) {
        List<String> words = new ArrayList<>();
        list(key).forEach(each -> words.add(text(each, key)));
        return words;
    }

    /** Path of a key of this mapping. */
    String pathOf(String key) {
        return path.isEmpty() ? key : key.isEmpty() ? path : path + "." + key;
    }

    /** Tells that something is wrong: {@code made.yaml:12: workloads.think: …}. */
    IllegalArgumentException refusal(Node where, String key, String text) {
        int line = where.getStartMark() == null ? 1 : where.getStartMark().getLine() + 1;
        String at = pathOf(key);
        return new IllegalArgumentException(file + ":" + line + ": " + (at.isEmpty() ? text : at + ": " + text));
    }
}
