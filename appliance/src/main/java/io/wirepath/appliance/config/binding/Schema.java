package io.wirepath.appliance.config.binding;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a configuration, as the components of its record tell them; sections are records within it. Immutable.
 *
 * @param <T> the record
 */
public final class Schema<T extends Record> {

    private final Class<T> type;
    private final Map<String, Key> keys = new LinkedHashMap<>();
    private final Set<String> sections = new LinkedHashSet<>();

    private Schema(Class<T> type) {
        this.type = type;
        collect(type, "");
    }

    /**
     * The keys of a record.
     *
     * @throws IllegalStateException when a component is of a type that cannot be read
     */
    public static <T extends Record> Schema<T> of(Class<T> type) {
        return new Schema<>(type);
    }

    /** All keys, in the order of the record. */
    public Collection<Key> keys() {
        return Collections.unmodifiableCollection(keys.values());
    }

    /** The key of this name, or null. */
    @Nullable
    Key key(String path) {
        return keys.get(path);
    }

    /** Whether further keys stand below this one. */
    boolean isSection(String path) {
        return path.isEmpty() || sections.contains(path);
    }

    /** Names that may stand in a section, without what stands above them. */
    List<String> namesIn(String section) {
        String prefix = section.isEmpty() ? "" : section + ".";
        return Stream.concat(sections.stream(), keys.keySet().stream())
                .filter(path -> path.startsWith(prefix) && path.indexOf('.', prefix.length()) < 0)
                .map(path -> path.substring(prefix.length()))
                .toList();
    }

    /** Values of a record, by key; null for what is empty. */
    Map<String, @Nullable Object> values(T record) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        take(record, "", values);
        return values;
    }

    /** The record with these values, one for each key. */
    T build(Map<String, @Nullable Object> values) {
        return type.cast(make(type, "", values));
    }

    private void collect(Class<?> record, String prefix) {
        for (RecordComponent component : record.getRecordComponents()) {
            String path = prefix + name(component);
            if (component.getType().isRecord() && !Scalars.knows(component.getType())) {
                sections.add(path);
                collect(component.getType(), path + ".");
            } else {
                keys.put(path, key(path, component));
            }
        }
    }

    private static Key key(String path, RecordComponent component) {
        Key.Form form = component.getType() == List.class
                ? Key.Form.LIST
                : component.getType() == Map.class ? Key.Form.MAP : Key.Form.ONE;
        Class<?> type = form == Key.Form.ONE ? component.getType() : lastArgument(component.getAnnotatedType());
        if (!Scalars.knows(type)) {
            throw new IllegalStateException(path + " is of " + type + ", of which no values are read");
        }
        return new Key(
                path,
                form,
                type,
                component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                component.getAnnotation(Between.class),
                component.isAnnotationPresent(Reloadable.class),
                component.isAnnotationPresent(InputFile.class));
    }

    private static Class<?> lastArgument(AnnotatedType type) {
        AnnotatedType[] arguments = ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments();
        return (Class<?>) arguments[arguments.length - 1].getType();
    }

    /** {@code maxBytes} is written {@code max-bytes}. */
    private static String name(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private void take(Record record, String prefix, Map<String, @Nullable Object> values) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String path = prefix + name(component);
            try {
                Object value = component.getAccessor().invoke(record);
                if (sections.contains(path) && value instanceof Record section) {
                    take(section, path + ".", values);
                } else {
                    values.put(path, value);
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the record of the configuration must be public", e);
            }
        }
    }

    private Record make(Class<?> record, String prefix, Map<String, @Nullable Object> values) {
        RecordComponent[] components = record.getRecordComponents();
        @Nullable Object[] arguments = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String path = prefix + name(components[i]);
            arguments[i] =
                    sections.contains(path) ? make(components[i].getType(), path + ".", values) : values.get(path);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return (Record) record.getDeclaredConstructor(types).newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(prefix + " refuses values that its keys allow", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the record of the configuration must be public", e);
        }
    }
}
