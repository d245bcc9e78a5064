package io.wirepath.bench.accuracy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Classes in which one constant is another: it is changed in the source, and what uses it is compiled and loaded again
 * beside what is loaded already.
 */
final class ChangedConstants {

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final String below;
    private final List<String> prefixes;

    /**
     * Of these classes.
     *
     * @param below the package below which constants are changed, with a dot behind it
     * @param prefixes beginnings of the names of classes that are loaded again
     */
    ChangedConstants(String below, String... prefixes) {
        this.below = below;
        this.prefixes = List.of(prefixes);
    }

    /** The classes loaded again as they are. */
    ClassLoader asTheyAre() {
        return new ChangedClasses(Map.of(), prefixes);
    }

    /** The classes with a constant times a factor; the name of its class begins below the package. */
    ClassLoader changed(Path home, String name, String constant, double factor) throws IOException {
        Path sources = home.resolve("analyze/src/main/java");
        String changed = below + name;
        String simple = name.substring(name.lastIndexOf('.') + 1);
        Set<JavaFileObject> units = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(sources.resolve(below.replace('.', '/')))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String own =
                        sources.relativize(file).toString().replace(".java", "").replace('/', '.');
                String text = Files.readString(file);
                if (own.equals(changed)) {
                    units.add(new Source(own, scaled(text, constant, factor)));
                } else if (text.contains(simple + '.' + constant)) {
                    units.add(new Source(own, text));
                }
            }
        }
        return compiled(units);
    }

    /** The classes of the loaded packages, with constants that are variables: one can be set without a new class. */
    ClassLoader open(Path home) throws IOException {
        Path sources = home.resolve("analyze/src/main/java");
        Set<JavaFileObject> units = new LinkedHashSet<>();
        for (String prefix : prefixes) {
            Path directory = sources.resolve(prefix.replace('.', '/'));
            try (Stream<Path> files = Files.isDirectory(directory) ? Files.list(directory) : Stream.empty()) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    String name = sources.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace('/', '.');
                    units.add(new Source(
                            name, Files.readString(file).replaceAll("static final (int|long|double) ", "static $1 ")));
                }
            }
        }
        return compiled(units);
    }

    private ClassLoader compiled(Set<JavaFileObject> units) throws IOException {
        Path out = Files.createTempDirectory("wirepath-sensitivity");
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none", "-nowarn", "-d", out.toString(), "-cp", System.getProperty("java.class.path"));
            if (!compiler.getTask(null, manager, null, options, null, units).call()) {
                throw new IOException("what was changed does not compile");
            }
            return new ChangedClasses(taken(out), prefixes);
        }
    }

    /** The compiled classes by name; their directory is deleted. */
    private static Map<String, byte[]> taken(Path out) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (Files.isRegularFile(file)) {
                    String name = out.relativize(file).toString().replace('/', '.');
                    classes.put(name.substring(0, name.lastIndexOf(".class")), Files.readAllBytes(file));
                }
                Files.delete(file);
            }
        }
        return classes;
    }

    /** The source with a constant times a factor; whole numbers stay whole, and 1 at least. */
    static String scaled(String source, String constant, double factor) {
        Matcher place = Pattern.compile("\\b" + constant + " = ([^;]+);").matcher(source);
        if (!place.find()) {
            throw new IllegalArgumentException("no constant " + constant);
        }
        String value = place.group(1);
        String before = source.substring(0, place.start()).stripTrailing();
        String type = before.substring(before.lastIndexOf(' ') + 1);
        String times = type.equals("double")
                ? '(' + value + ") * " + factor
                : '(' + type + ") Math.max(1, Math.round((" + value + ") * " + factor + "))";
        String own = source.substring(0, place.start()) + constant + " = " + times + source.substring(place.end() - 1);
        // Comments may quote constants, and only compile-time constants can be quoted.
        return own.replaceAll("\\{@value #?" + constant + "}", constant);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Loads classes again, those that were changed as they are now. */
    private static final class ChangedClasses extends ClassLoader {
        private final Map<String, byte[]> changed;
        private final List<String> prefixes;

        ChangedClasses(Map<String, byte[]> changed, List<String> prefixes) {
            super(ChangedConstants.class.getClassLoader());
            this.changed = changed;
            this.prefixes = prefixes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                boolean again = prefixes.stream().anyMatch(name::startsWith);
                return known != null ? known : again ? define(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = changed.get(name);
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                if (bytes == null && in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] own = bytes == null ? in.readAllBytes() : bytes;
                return defineClass(name, own, 0, own.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
