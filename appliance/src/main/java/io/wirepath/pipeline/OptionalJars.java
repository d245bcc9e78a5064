package io.wirepath.pipeline;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Jars that stand beside the program, in a folder of its home and that folder's {@code lib}, and are opened when
 * something is asked of them: who does not ask has none of their libraries on the class path.
 *
 * @param name of the folder; the system property {@code wirepath.NAME} names another one
 */
public record OptionalJars(String name) {

    /** What connects with a site's own: its log-in, and captures that are elsewhere. */
    public static final OptionalJars CONNECT = new OptionalJars("connect");

    /** One loader a folder, open for as long as the program runs: what was loaded from it lasts as long. */
    private static final Map<Path, ClassLoader> OPEN = new ConcurrentHashMap<>();

    /** What needs what connects, where that is missing. */
    public static Failure lackOfConnect(String what) {
        return new Failure(what + " needs the jars of Wirepath's connect in " + CONNECT.folder()
                + " (from a checkout: ./wirepath mcp --help builds them)");
    }

    /** Where the jars are looked for. */
    public Path folder() {
        String home = System.getProperty("wirepath.home", ".");
        return Path.of(System.getProperty("wirepath." + name, home + "/" + name));
    }

    /**
     * The first such service that is wanted: of the class path, or of these jars; empty where there is none.
     *
     * @throws Failure when it is of another version, or the folder cannot be read
     */
    public <T> Optional<T> find(Class<T> service, Predicate<T> wanted) {
        ClassLoader own = OptionalJars.class.getClassLoader();
        for (ClassLoader loader : List.of(own, OPEN.computeIfAbsent(folder(), OptionalJars::open))) {
            for (T each : ServiceLoader.load(service, loader)) {
                if (wanted.test(each)) {
                    refuseOtherVersion(each.getClass(), own);
                    return Optional.of(each);
                }
            }
        }
        return Optional.empty();
    }

    /** What was built with another version may lack what this one asks for, or ask for what is gone. */
    private void refuseOtherVersion(Class<?> found, ClassLoader own) {
        String theirs = Version.of(found);
        if (found.getClassLoader() != own && !theirs.equals(Version.text())) {
            throw new Failure(folder() + ": the jars of Wirepath's " + name + " here are of version " + theirs
                    + ", and this program is of version " + Version.text() + "; put those of its version there");
        }
    }

    private static ClassLoader open(Path folder) {
        List<URL> jars = new ArrayList<>();
        for (Path directory : List.of(folder, folder.resolve("lib"))) {
            if (Files.isDirectory(directory)) {
                try (Stream<Path> inside = Files.list(directory)) {
                    for (Path jar : inside.filter(path -> path.toString().endsWith(".jar"))
                            .sorted()
                            .toList()) {
                        jars.add(url(jar));
                    }
                } catch (IOException e) {
                    throw Failure.of(directory, "cannot be read", e);
                }
            }
        }
        return new URLClassLoader(jars.toArray(URL[]::new), OptionalJars.class.getClassLoader());
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }
}
