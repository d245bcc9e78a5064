package io.wirepath.appliance.ship;

import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.Version;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link SpoolTransport} for an address: on the class path, or among the jars of the optional folder
 * {@code cluster}. So who has one machine has none of their libraries.
 */
public final class Transports {

    /** System property with the folder. */
    static final String FOLDER = "wirepath.cluster";

    private static @Nullable ClassLoader optional;

    private Transports() {}

    /** Whether an address is for a transport, and not a host and a port. */
    public static boolean isAddress(String text) {
        return text.contains("://");
    }

    /**
     * The transport for this address.
     *
     * @throws Failure when none is installed, or one of another version
     */
    public static synchronized SpoolTransport of(String address) {
        for (ClassLoader loader : List.of(Transports.class.getClassLoader(), optional())) {
            for (SpoolTransport transport : ServiceLoader.load(SpoolTransport.class, loader)) {
                if (address.startsWith(transport.scheme())) {
                    refuseOtherVersion(transport, address);
                    return transport;
                }
            }
        }
        throw new Failure(
                address + ": there is nothing here that can be asked for it; kafka:// needs the jars of Wirepath's"
                        + " cluster in " + folder() + " (from a checkout: ./wirepath cluster --help builds them)");
    }

    /** What was built with another version may lack what this one asks for, or ask for what is gone. */
    private static void refuseOtherVersion(SpoolTransport transport, String address) {
        boolean isOptional = transport.getClass().getClassLoader() != Transports.class.getClassLoader();
        String own = Version.of(transport.getClass());
        if (isOptional && !own.equals(Version.text())) {
            throw new Failure(address + ": the jars of Wirepath's cluster in " + folder() + " are of version " + own
                    + ", and this program is of version " + Version.text() + "; put those of its version there");
        }
    }

    private static Path folder() {
        String home = System.getProperty("wirepath.home", ".");
        return Path.of(System.getProperty(FOLDER, home + "/cluster"));
    }

    /** One for all, and open for as long as the program runs: what was loaded from it lasts as long. */
    private static ClassLoader optional() {
        ClassLoader loader = optional == null ? open() : optional;
        optional = loader;
        return loader;
    }

    private static ClassLoader open() {
        List<URL> jars = new ArrayList<>();
        for (Path directory : List.of(folder(), folder().resolve("lib"))) {
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
        return new URLClassLoader(jars.toArray(URL[]::new), Transports.class.getClassLoader());
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }
}
