package io.wirepath.pipeline;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** How wide the terminal is: by {@code stty}, which every Unix has; a width of 80 where that fails. */
final class TerminalWidth {

    private static final int USUAL = 80;
    private static final File TERMINAL = new File("/dev/tty");

    private TerminalWidth() {}

    static int columns() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectErrorStream(true)
                    .start();
            String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return stty.waitFor(1, TimeUnit.SECONDS) ? of(answer) : USUAL;
        } catch (IOException e) {
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }

    /** The columns in what stty prints: rows and columns; a terminal that does not know says 0. */
    static int of(String answer) {
        String[] rowsAndColumns = answer.strip().split(" ", -1);
        boolean two = rowsAndColumns.length == 2 && rowsAndColumns[1].matches("[1-9][0-9]{0,4}");
        return two ? Integer.parseInt(rowsAndColumns[1]) : USUAL;
    }
}
