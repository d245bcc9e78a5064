package io.wirepath.nat;

import io.wirepath.flows.AddressText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the operator says of translations, one rule a line; empty lines and what follows # do not count.
 *
 * <pre>
 *  destination 10.1.0.100:80 -> 10.2.0.11:8080      calls to the virtual address go to the real one
 *  source      192.0.2.1:*   -> 10.9.0.7:*          what comes from 192.0.2.1 is really from 10.9.0.7
 *  not         10.1.0.100:80 -> 10.5.0.5:80         never believe this translation, whatever the evidence
 * </pre>
 *
 * A rule of the operator holds where nothing was inferred for a connection; {@code not} overrules what was. Immutable.
 */
public final class NatRules {

    /** No rules. */
    public static final NatRules NONE = new NatRules(List.of());

    /** No rule holds. */
    public static final int NONE_HOLDS = -1;

    /** Any port. */
    private static final int ANY_PORT = -1;

    private enum Kind {
        DESTINATION,
        SOURCE,
        NOT
    }

    private record Rule(Kind kind, Endpoint from, Endpoint to) {

        boolean hasFrom(Endpoint endpoint) {
            return matches(from, endpoint);
        }

        static boolean matches(Endpoint pattern, Endpoint endpoint) {
            return pattern.hasAddressOf(endpoint) && (pattern.port() == ANY_PORT || pattern.port() == endpoint.port());
        }
    }

    private final List<Rule> rules;

    private NatRules(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * Reads rules.
     *
     * @param lines the lines of the file
     * @throws IllegalArgumentException with the number of the line and what is wrong with it
     */
    public static NatRules parse(List<String> lines) {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int comment = line.indexOf('#');
            String text = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!text.isEmpty()) {
                try {
                    rules.add(rule(text.split("\\s+")));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
                }
            }
        }
        return new NatRules(List.copyOf(rules));
    }

    private static Rule rule(String[] words) {
        if (words.length != 4 || !words[2].equals("->")) {
            throw new IllegalArgumentException("a rule is: destination|source|not ADDRESS:PORT -> ADDRESS:PORT");
        }
        Kind kind = switch (words[0].toLowerCase(Locale.ROOT)) {
            case "destination" -> Kind.DESTINATION;
            case "source" -> Kind.SOURCE;
            case "not" -> Kind.NOT;
            default ->
                throw new IllegalArgumentException(words[0] + " is not a kind of rule; use destination, source or not");
        };
        return new Rule(kind, endpoint(words[1]), endpoint(words[3]));
    }

    private static Endpoint endpoint(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException(text + " has no port; write ADDRESS:PORT, or ADDRESS:* for any");
        }
        String port = text.substring(colon + 1);
        String address = text.substring(0, colon).replace("[", "").replace("]", "");
        long[] halves;
        try {
            halves = AddressText.parse(address);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(address + " is not an IP address", e);
        }
        try {
            int number = port.equals(Translation.ANY) ? ANY_PORT : Integer.parseInt(port);
            return new Endpoint(halves[0], halves[1], number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(port + " is not a port", e);
        }
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** Whether the operator says that this is no translation, either way. */
    public boolean denies(Endpoint from, Endpoint to) {
        for (Rule rule : rules) {
            if (rule.kind == Kind.NOT
                    && (rule.hasFrom(from) && Rule.matches(rule.to, to)
                            || rule.hasFrom(to) && Rule.matches(rule.to, from))) {
                return true;
            }
        }
        return false;
    }

    /** The real endpoint of one that the operator knows to be virtual, or null. */
    public @Nullable Endpoint real(Endpoint seen, boolean asDestination) {
        int number = find(seen, asDestination);
        if (number == NONE_HOLDS) {
            return null;
        }
        Endpoint to = rules.get(number).to;
        return new Endpoint(to.high(), to.low(), to.port() == ANY_PORT ? seen.port() : to.port());
    }

    /** Number of the first rule that holds for an endpoint, or {@link #NONE_HOLDS}. */
    public int find(Endpoint seen, boolean asDestination) {
        Kind wanted = asDestination ? Kind.DESTINATION : Kind.SOURCE;
        for (int number = 0; number < rules.size(); number++) {
            if (rules.get(number).kind == wanted && rules.get(number).hasFrom(seen)) {
                return number;
            }
        }
        return NONE_HOLDS;
    }

    /** How many rules there are, those with {@code not} included. */
    int size() {
        return rules.size();
    }

    /** A rule as a translation that nobody has seen yet; null for one that denies a translation. */
    @Nullable
    Translation translation(int number) {
        Rule rule = rules.get(number);
        String from = text(rule.from);
        String to = text(rule.to);
        String any = Translation.ANY;
        return switch (rule.kind) {
            case DESTINATION -> new Translation(Translation.Kind.DESTINATION, any, from, any, to, 0, 0, 1, true, 0, 0);
            // what is seen comes from the translator: the real source is on the caller's side
            case SOURCE -> new Translation(Translation.Kind.SOURCE, to, any, from, any, 0, 0, 1, true, 0, 0);
            case NOT -> null;
        };
    }

    private static String text(Endpoint endpoint) {
        return endpoint.port() == ANY_PORT ? endpoint.withPort(Translation.ANY) : endpoint.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        rules.forEach(rule -> text.append(rule.kind.name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(AddressText.of(rule.from.high(), rule.from.low()))
                .append(" -> ")
                .append(AddressText.of(rule.to.high(), rule.to.low()))
                .append('\n'));
        return text.toString();
    }
}
