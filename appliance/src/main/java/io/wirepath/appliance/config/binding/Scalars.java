package io.wirepath.appliance.config.binding;

import io.wirepath.causes.NearestName;
import io.wirepath.pipeline.DurationFormat;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Texts to values and back, by type. */
final class Scalars {

    private static final Map<Class<?>, Function<String, Comparable<?>>> PARSERS = Map.of(
            String.class, text -> text,
            boolean.class, Scalars::truth,
            int.class, Scalars::integer,
            long.class, Scalars::wholeNumber,
            Duration.class, DurationFormat::parseSigned,
            ByteSize.class, ByteSize::parse,
            Percent.class, Percent::parse,
            Path.class, Scalars::path);

    private Scalars() {}

    /** Whether values of this type can be read. */
    static boolean knows(Class<?> type) {
        return PARSERS.containsKey(type) || type.isEnum() || type == HostPort.class;
    }

    /**
     * Reads a value of a type.
     *
     * @throws IllegalArgumentException when it is none; the message says what is allowed
     */
    static Object parse(Class<?> type, String text) {
        if (type.isEnum()) {
            return constant(type, text);
        }
        if (type == HostPort.class) {
            return HostPort.parse(text);
        }
        Function<String, Comparable<?>> parser = PARSERS.get(type);
        if (parser == null) {
            throw new IllegalStateException("no values of " + type + " are read");
        }
        return parser.apply(text);
    }

    /** A value as it would be written. */
    static String text(Object value) {
        if (value instanceof Duration span) {
            return DurationFormat.text(span);
        }
        return value instanceof Enum<?> constant ? name(constant) : value.toString();
    }

    /** What a constant is called in a file. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Object constant(Class<?> type, String text) {
        Enum<?>[] constants = (Enum<?>[]) type.getEnumConstants();
        return Arrays.stream(constants)
                .filter(constant -> name(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text + "' is none of " + names(constants) + meant(text, constants)));
    }

    private static String names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Scalars::name).collect(Collectors.joining(", "));
    }

    private static String meant(String text, Enum<?>[] constants) {
        Optional<String> nearest =
                NearestName.of(text, Arrays.stream(constants).map(Scalars::name).toList());
        return nearest.map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static Boolean truth(String text) {
        return switch (text) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        };
    }

    private static Integer integer(String text) {
        long number = wholeNumber(text);
        if (number != (int) number) {
            throw new IllegalArgumentException("'" + text + "' is too large a number");
        }
        return (int) number;
    }

    private static Long wholeNumber(String text) {
        if (!text.matches("-?[0-9]{1,18}")) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
        return Long.valueOf(text);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' is not a path", e);
        }
    }
}
