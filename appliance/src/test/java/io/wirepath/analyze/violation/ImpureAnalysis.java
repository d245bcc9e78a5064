package io.wirepath.analyze.violation;

import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.sniffer.violation.NosySniffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Breaks the rules of the house on purpose, to show that they can fail; see {@code HouseRulesCanFailTest}. */
public final class ImpureAnalysis {

    private ImpureAnalysis() {}

    /** Knows the sniffer that knows it. */
    public static String cycle() {
        return NosySniffer.class.getName();
    }

    static long files(Path path) throws IOException {
        return Files.size(path);
    }

    static Thread threads() {
        return new Thread(ImpureAnalysis::cycle);
    }

    static int linker(Scene scene) {
        return scene.longestTaskTicks() > 0 ? scene.tasks : 0;
    }

    static long clocks() {
        return System.currentTimeMillis() + System.nanoTime() + Instant.now().toEpochMilli();
    }

    static void exit() {
        System.exit(1);
    }
}
