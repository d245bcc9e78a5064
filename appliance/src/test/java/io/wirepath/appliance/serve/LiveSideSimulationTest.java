package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.LiveSideSimulation.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The live side under faults at each write and each send. A seed that fails is told; {@code -Dwirepath.seed=N} runs it
 * alone, {@code -Dwirepath.seeds=N} so many.
 */
class LiveSideSimulationTest {

    private static final int STEPS = 16;

    /** Every so many seeds a service reads what is received, for longer: what it reads is held for seconds. */
    private static final int SERVED = 10;

    private static final int STEPS_SERVED = 100;

    @TempDir(factory = InMemory.class)
    private Path directory;

    /** Disks are simulated, and forced often: real ones would take seven eighths of the time. 8 MB at most are used. */
    static final class InMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            Path memory = Path.of("/dev/shm");
            return Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "wirepath")
                    : Files.createTempDirectory("wirepath");
        }
    }

    private void run(long seed, Set<Fault> faults) throws IOException {
        Path own = directory.resolve(Long.toString(seed));
        try (LiveSideSimulation simulation = new LiveSideSimulation(seed, own, faults)) {
            boolean serves = seed % SERVED == 0;
            simulation.run(serves ? STEPS_SERVED : STEPS, serves);
        } catch (AssertionError | RuntimeException | IOException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        } finally {
            delete(own);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void runAll(long from, long count, long step, Set<Fault> faults) throws IOException {
        for (long i = 0; i < count; i++) {
            run(from + i * step, faults);
        }
    }

    @Test
    void nothingIsLostUnsaidAndNothingComesTwice() throws IOException {
        runAll(Long.getLong("wirepath.seed", 1), Long.getLong("wirepath.seeds", 60), 1, Set.of());
    }

    @Test
    @Tag("slow")
    @Tag("simulation")
    void noneOfTenThousandSeedsFails() throws IOException {
        runAll(1, 10_000, 1, Set.of());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void faultsOfThePastAreFound(Fault fault) {
        AssertionError found = assertThrows(
                AssertionError.class,
                () -> runAll(fault.isOfService ? SERVED : 1, 100, fault.isOfService ? SERVED : 1, Set.of(fault)));
        assertTrue(String.valueOf(found.getMessage()).contains(fault.found), found.getMessage());
    }
}
