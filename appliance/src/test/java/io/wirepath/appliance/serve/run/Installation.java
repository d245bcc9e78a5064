package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The program as the packages install it, made of the class path of this test: launcher, jars, flags, and what the JVM
 * learnt of the services' classes. There are no samples in it, so the training needs root.
 *
 * <pre>
 *  DIRECTORY/bin/wirepath
 *            lib/wirepath/wirepath.jar, lib/, jvm.args, jvm-24.args, service.args, small.args, train, cache/
 * </pre>
 */
final class Installation {

    private static final Path PACKAGES = Path.of("src", "packages");
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);

    private final Path directory;
    private final Path home;

    /** Installs there; takes some seconds. */
    Installation(Path directory) throws IOException, InterruptedException {
        this.directory = directory;
        home = Files.createDirectories(directory.resolve("lib").resolve("wirepath"));
        Files.createDirectories(launcher().getParent());
        copyProgram(PACKAGES.resolve("wirepath"), launcher());
        copyProgram(PACKAGES.resolve("train"), home.resolve("train"));
        for (String flags : List.of("jvm.args", "jvm-24.args", "service.args", "small.args")) {
            Files.copy(PROJECT.resolve("config").resolve(flags), home.resolve(flags));
        }
        jars();
        train();
    }

    /** What the operator calls. */
    Path launcher() {
        return directory.resolve("bin").resolve("wirepath");
    }

    private static void copyProgram(Path from, Path to) throws IOException {
        Files.copy(from, to);
        assertTrue(to.toFile().setExecutable(true), to::toString);
    }

    /** A jar for each part of the class path, and one that names them all. */
    private void jars() throws IOException {
        Path library = Files.createDirectory(home.resolve("lib"));
        List<String> names = new ArrayList<>();
        for (String each : SEPARATOR.split(System.getProperty("java.class.path"), -1)) {
            Path part = Path.of(each);
            String name = names.size() + "-" + part.getFileName();
            if (Files.isDirectory(part)) {
                name += ".jar";
                jar(library.resolve(name), part, manifest(""));
            } else if (Files.exists(part)) {
                Files.copy(part, library.resolve(name));
            }
            names.add("lib/" + name);
        }
        jar(
                home.resolve("wirepath.jar"),
                Files.createDirectory(home.resolve("nothing")),
                manifest(String.join(" ", names)));
    }

    private static Manifest manifest(String classPath) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        return manifest;
    }

    private static void jar(Path to, Path folder, Manifest manifest) throws IOException {
        try (OutputStream file = Files.newOutputStream(to);
                JarOutputStream jar = new JarOutputStream(file, manifest);
                Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(each).toString();
                if (!name.equals("META-INF/MANIFEST.MF")) {
                    jar.putNextEntry(new JarEntry(name));
                    Files.copy(each, jar);
                }
            }
        }
    }

    private void train() throws IOException, InterruptedException {
        Path log = directory.resolve("train.log");
        Process training = prepare(new ProcessBuilder(home.resolve("train").toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertEquals(0, training.waitFor(), () -> "training failed: " + log);
        for (String service : List.of("serve", "sniff")) {
            assertTrue(
                    Files.exists(home.resolve("cache").resolve(service + ".jsa")), () -> service + " was not trained");
        }
    }

    /** Has a process take the Java that runs this test. */
    static ProcessBuilder prepare(ProcessBuilder builder) {
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }
}
