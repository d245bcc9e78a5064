package io.wirepath.pipeline;

import io.wirepath.report.text.Figures;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where the program prints.
 *
 * @param out results; writes fail where nobody reads any more
 * @param err progress, complaints
 * @param outIsTerminal whether a person reads the results as they come
 * @param errIsTerminal whether progress may be drawn
 * @param colour whether escape sequences are wanted in results
 */
public record Console(OutputStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal, boolean colour) {

    /** The console of this process. */
    public static Console ofProcess() {
        boolean outIsTerminal = isTerminal(1);
        Map<String, String> environment = System.getenv();
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(environment.get("TERM"));
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        // not System.out, which swallows the error that says that nobody reads
        return new Console(
                new FileOutputStream(FileDescriptor.out), err, outIsTerminal, isTerminal(2), outIsTerminal && !plain);
    }

    /** Where nobody reads: for what is read by the way. */
    public static Console silent() {
        OutputStream nowhere = OutputStream.nullOutputStream();
        return new Console(nowhere, new PrintStream(nowhere, false, StandardCharsets.UTF_8), false, false, false);
    }

    /** Width of the terminal that shows the results; 0 where none does. */
    public int columns() {
        return outIsTerminal ? TerminalWidth.columns() : 0;
    }

    /** Prints a result. */
    public void print(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Prints a complaint: one line, in which nothing can command a terminal. */
    public void complain(String line) {
        err.println("wirepath: " + Figures.printable(line));
    }

    /** Linux shows what a descriptor is; elsewhere no descriptor counts as a terminal. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor)))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
