package io.wirepath.sniffer.live.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Namespaces and links of one test. All it makes has a name of its own, beginning with {@code wp}, and is removed by
 * {@link #close}; so are the programs that it started.
 */
public final class Lab implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String tag =
            Long.toString(ProcessHandle.current().pid() % 46_656, 36) + "-" + COUNT.incrementAndGet();
    private final Path folder;
    private final List<String> namespaces = new ArrayList<>();
    private final List<String> links = new ArrayList<>();
    private final List<Process> programs = new ArrayList<>();

    private Lab(Path folder) {
        this.folder = folder;
    }

    /**
     * Opens an empty lab, or leaves the test out where there can be none.
     *
     * @param tools programs that the test needs besides ip
     */
    public static Lab open(String... tools) {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "needs Linux");
        assumeTrue(Files.isExecutable(Path.of("/")) && "root".equals(System.getProperty("user.name")), "needs root");
        Stream.concat(Stream.of("ip"), Arrays.stream(tools))
                .forEach(tool -> assumeTrue(isInstalled(tool), () -> "needs the program " + tool));
        try {
            Lab lab = new Lab(Files.createTempDirectory("wirepath-lab"));
            try {
                lab.namespace("probe");
            } catch (AssertionError e) {
                lab.close();
                assumeTrue(false, () -> "needs network namespaces: " + e.getMessage());
            }
            return lab;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isInstalled(String tool) {
        return Stream.concat(
                        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)),
                        Stream.of("/usr/sbin", "/sbin"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    /** A folder for what programs read and write; removed in the end. */
    public Path folder() {
        return folder;
    }

    /** Makes a namespace, whose loopback is up; gives its full name. */
    public String namespace(String name) {
        String full = "wp-" + tag + "-" + name;
        run("ip", "netns", "add", full);
        namespaces.add(full);
        in(full, "ip", "link", "set", "lo", "up");
        return full;
    }

    /** A name for an interface in the root namespace that no other lab has; at most 4 characters are added to it. */
    public String link(String name) {
        String full = "wp" + tag + name;
        if (full.length() > 15) {
            throw new IllegalArgumentException(full + " is too long for an interface");
        }
        links.add(full);
        return full;
    }

    /**
     * Makes a pair of interfaces, both up, each in its namespace.
     *
     * @param namespace full name, or empty for the root namespace, where the name must be from {@link #link}
     */
    public void pair(String name, String namespace, String peerName, String peerNamespace) {
        List<String> command = new ArrayList<>(List.of("ip", "link", "add", name));
        if (!namespace.isEmpty()) {
            command.addAll(List.of("netns", namespace));
        }
        command.addAll(List.of("type", "veth", "peer", "name", peerName));
        if (!peerNamespace.isEmpty()) {
            command.addAll(List.of("netns", peerNamespace));
        }
        run(command.toArray(String[]::new));
        up(namespace, name);
        up(peerNamespace, peerName);
    }

    private void up(String namespace, String name) {
        // no chatter of neighbour discovery, and no address that is not given
        sysctl(namespace, "net/ipv6/conf/" + name + "/accept_dad", "0");
        sysctl(namespace, "net/ipv6/conf/" + name + "/router_solicitations", "0");
        in(namespace, "ip", "link", "set", name, "up");
    }

    private void sysctl(String namespace, String key, String value) {
        in(namespace, "sh", "-c", "test ! -e /proc/sys/" + key + " || echo " + value + " > /proc/sys/" + key);
    }

    /** Gives an interface an address such as {@code 10.1.0.1/24} or {@code fd00::1/64}. */
    public void address(String namespace, String name, String address) {
        List<String> command = new ArrayList<>(List.of("ip", "address", "add", address, "dev", name));
        if (address.contains(":")) {
            command.add("nodad");
        }
        in(namespace, command.toArray(String[]::new));
    }

    /** Runs a program in a namespace to its end, which must be good; gives what it printed. */
    public String in(String namespace, String... command) {
        return run(within(namespace, command));
    }

    /** Runs a program to its end, which must be good; gives what it printed. */
    public String run(String... command) {
        try {
            Path output = Files.createTempFile(folder, "run", ".txt");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(output.toFile())
                    .start();
            programs.add(process);
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("takes too long: " + String.join(" ", command));
            }
            programs.remove(process);
            String text = Files.readString(output, StandardCharsets.ISO_8859_1);
            Files.delete(output);
            if (process.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed: " + text);
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Starts a program in a namespace, and waits until it has printed something.
     *
     * @param ready what it prints when it is ready; empty to not wait
     */
    public Process start(String namespace, String ready, String... command) {
        try {
            Path output = Files.createTempFile(folder, "start", ".txt");
            Process process = new ProcessBuilder(within(namespace, command))
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(output.toFile())
                    .start();
            programs.add(process);
            await(
                    () -> text(output).contains(ready) || !process.isAlive(),
                    () -> String.join(" ", command) + " printed only: " + text(output));
            if (!ready.isEmpty() && !text(output).contains(ready)) {
                throw new AssertionError(String.join(" ", command) + " ended: " + text(output));
            }
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells a program to end, and waits for it. */
    public static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("does not end: " + process.info());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until something is so, and fails when it does not become so. */
    public static void await(BooleanSupplier condition, Supplier<String> complaint) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(complaint.get());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The command line of a Java program of the tests, to be run in a namespace. */
    public static String[] java(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of(program.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath())
                        .toString(),
                program.getName()));
        command.addAll(Arrays.asList(arguments));
        return command.toArray(String[]::new);
    }

    private static String[] within(String namespace, String... command) {
        if (namespace.isEmpty()) {
            return command;
        }
        return Stream.concat(Stream.of("ip", "netns", "exec", namespace), Arrays.stream(command))
                .toArray(String[]::new);
    }

    @Override
    public void close() {
        for (Process program : programs) {
            program.destroyForcibly();
        }
        List<String> problems = new ArrayList<>();
        for (String link : links) {
            if (Files.exists(Path.of("/sys/class/net", link))) {
                attempt(problems, "ip", "link", "delete", link);
            }
        }
        namespaces.forEach(name -> attempt(problems, "ip", "netns", "delete", name));
        deleteFolder();
        if (!problems.isEmpty()) {
            throw new AssertionError(problems.stream().collect(Collectors.joining("; ")));
        }
    }

    private void attempt(List<String> problems, String... command) {
        try {
            run(command);
        } catch (AssertionError e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    private void deleteFolder() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
