package io.wirepath.causes.joint.evidence;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What the joint linker may use besides the order of things: {@code --evidence times,sizes,types,connections,content}.
 */
public enum Evidence {
    /** Times of messages. Always in use; named so that a list can consist of it alone. */
    TIMES,
    /** Lengths of requests and responses. */
    SIZES,
    /** Kinds of messages, from the words at their beginning where content is in use, else from their lengths. */
    TYPES,
    /** Connections that are used together, as in pools that belong to a worker. */
    CONNECTIONS,
    /** Rare content that two messages share. */
    CONTENT;

    /** Everything there is. */
    public static Set<Evidence> all() {
        return EnumSet.allOf(Evidence.class);
    }

    /**
     * Reads a list such as {@code times,sizes}.
     *
     * @throws IllegalArgumentException where a word is not a kind of evidence; the message names the kinds there are
     */
    public static Set<Evidence> parse(String list) {
        Set<Evidence> chosen = EnumSet.of(TIMES);
        for (String word : list.split(",", -1)) {
            chosen.add(named(word.trim()));
        }
        return chosen;
    }

    private static Evidence named(String word) {
        for (Evidence evidence : values()) {
            if (evidence.name().toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT))) {
                return evidence;
            }
        }
        throw new IllegalArgumentException(
                "\"" + word + "\" is not a kind of evidence; there are times, sizes, types, connections and content");
    }
}
