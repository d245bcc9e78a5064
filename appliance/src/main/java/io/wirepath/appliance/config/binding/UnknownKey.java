package io.wirepath.appliance.config.binding;

import io.wirepath.causes.NearestName;
import java.util.List;
import java.util.Optional;

/** What to say of a key that is not there. */
final class UnknownKey {

    private UnknownKey() {}

    /** What may have been meant: a name of the same section, or the same name in another. */
    static String advice(Schema<?> schema, String section, String name) {
        List<String> here = schema.namesIn(section);
        Optional<String> near = NearestName.of(name, here);
        if (near.isPresent()) {
            return "; did you mean " + near.get() + "?";
        }
        List<String> elsewhere = schema.keys().stream()
                .map(Key::path)
                .filter(path -> path.equals(name) || path.endsWith("." + name))
                .toList();
        if (elsewhere.size() == 1) {
            return "; did you mean " + elsewhere.get(0) + "?";
        }
        return "; possible are " + String.join(", ", here);
    }

    /** The same for a whole path. */
    static String advice(Schema<?> schema, String path) {
        int dot = path.lastIndexOf('.');
        String section = dot < 0 ? "" : path.substring(0, dot);
        if (schema.isSection(section)) {
            return advice(schema, section, path.substring(dot + 1));
        }
        List<String> all = schema.keys().stream().map(Key::path).toList();
        return NearestName.of(path, all)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; 'wirepath config show' lists all keys");
    }
}
