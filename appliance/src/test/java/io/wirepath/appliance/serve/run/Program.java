package io.wirepath.appliance.serve.run;

import io.wirepath.appliance.Wirepath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The program in a process of its own, which a test may kill. */
final class Program implements Closeable {

    private static final long PATIENCE_SECONDS = 60;

    private final Path log;
    private final List<String> command;
    private final String options;
    private Process process;

    /**
     * Starts the program from the class path of the test; what it says is added to a file.
     *
     * @param heap most memory for objects, such as 256m
     */
    Program(Path log, String heap, List<String> arguments) throws IOException {
        this(log, heap, List.of(), arguments);
    }

    /**
     * Starts the program by another one.
     *
     * @param before the other one, which becomes this one: such as ip netns exec NAMESPACE
     */
    Program(Path log, String heap, List<String> before, List<String> arguments) throws IOException {
        this(Stream.of(before, java(heap), arguments).flatMap(List::stream).toList(), "", log);
    }

    private Program(List<String> command, String options, Path log) throws IOException {
        this.log = log;
        this.options = options;
        this.command = command;
        process = begin();
    }

    /** Starts the program as an operator does. */
    static Program installed(Installation installation, Path log, String heap, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(arguments);
        command.add(0, installation.launcher().toString());
        return new Program(command, "-Xmx" + heap, log);
    }

    private static List<String> java(String heap) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@../config/jvm.args",
                "-Xmx" + heap,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Wirepath.class.getName());
    }

    private Process begin() throws IOException {
        ProcessBuilder builder = Installation.prepare(new ProcessBuilder(command));
        builder.environment().put("WIREPATH_JAVA_OPTS", options);
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Ends it as a power cut would, but for the machine. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends SIGHUP. */
    void hangUp() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    void startAgain() throws IOException {
        process = begin();
    }

    /** Asks it to end, and waits until it has. */
    int end() throws InterruptedException {
        process.destroy();
        return await();
    }

    /** Waits until it has ended. */
    int await() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end: " + said());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Everything that it said so far. */
    String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "nothing (" + e + ")";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
