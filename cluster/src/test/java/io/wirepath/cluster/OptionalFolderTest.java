package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaTransport;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.merge.spool.Spool;
import io.wirepath.pipeline.Version;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The appliance as it is installed: a process of its own without Kafka on its class path, and the jars of the cluster
 * in a folder.
 */
class OptionalFolderTest {

    private static final String SNIFFER = "sw-web";
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();
    private Path folder;
    private LocalKafka kafka;

    @BeforeEach
    void start() throws Exception {
        folder = Files.createDirectory(directory.resolve("cluster"));
        jar(Version.text());
        for (String entry : classPath()) {
            if (isOfTheCluster(entry) && entry.endsWith(".jar")) {
                Files.copy(Path.of(entry), folder.resolve(Path.of(entry).getFileName()));
            }
        }
        kafka = new LocalKafka(directory.resolve("kafka"));
    }

    @AfterEach
    void stop() throws Exception {
        for (Process each : started) {
            each.destroyForcibly().waitFor();
        }
        kafka.close();
    }

    @Test
    void sniffAndServeFindKafkaInTheFolder() throws Exception {
        KafkaAddress at = kafka.address("folder");
        Path spools = directory.resolve("spools");
        assertEquals(0, sniff(spools, at), this::said);
        assertFalse(said().contains("Exception"), this::said);
        long last = Spools.lastNumber(spools.resolve(SNIFFER));
        assertEquals(LongStream.rangeClosed(1, last).boxed().toList(), Spools.numbersInTopic(at, SNIFFER), this::said);

        Process serve = wirepath(
                "serve",
                "--directory",
                directory.resolve("serve").toString(),
                "--from",
                at.toString(),
                "--set",
                "http.listen=127.0.0.1:0");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (received() < last) {
            assertTrue(serve.isAlive() && System.nanoTime() < until, this::said);
            // looking reads a spool
            TimeUnit.MILLISECONDS.sleep(100);
        }
        serve.destroy();
        assertTrue(serve.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), this::said);
        assertFalse(said().contains("Exception"), this::said);
    }

    @Test
    void jarsOfAnotherVersionAreRefused() throws Exception {
        jar("0.0.1");
        assertEquals(1, sniff(directory.resolve("spools"), kafka.address("other")), this::said);
        assertTrue(
                said().contains(folder + ": the jars of Wirepath's cluster here are of version 0.0.1,"
                        + " and this program is of version " + Version.text()),
                this::said);
    }

    /** Replays the sample; gives the exit code. */
    private int sniff(Path spools, KafkaAddress to) throws Exception {
        Process sniff = wirepath(
                "sniff",
                "--read",
                Spools.sample(SNIFFER).toAbsolutePath().toString(),
                "--pace",
                "max",
                "--quiet",
                "--spool",
                spools.toString(),
                "--to",
                to.toString());
        assertTrue(sniff.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), this::said);
        return sniff.exitValue();
    }

    private Process wirepath(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("../config/jvm.args").toAbsolutePath(),
                "-Dwirepath.cluster=" + folder,
                "-cp",
                String.join(
                        File.pathSeparator,
                        classPath().stream()
                                .filter(entry -> !isOfTheCluster(entry))
                                .toList()),
                "io.wirepath.appliance.Wirepath"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        started.add(process);
        return process;
    }

    private static List<String> classPath() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return List.of(path.split(File.pathSeparator, -1));
    }

    /** Whether what the class path names is in the cluster's folder alone: this module, and what is called Kafka. */
    private static boolean isOfTheCluster(String entry) {
        Path path = Path.of(entry).toAbsolutePath().normalize();
        return path.startsWith(Path.of("").toAbsolutePath())
                || String.valueOf(path.getFileName()).contains("kafka");
    }

    /** Puts the cluster's own jar of a version into the folder. */
    private void jar(String version) throws Exception {
        Path classes = Path.of(KafkaTransport.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (Stream<Path> inside = Files.walk(classes);
                OutputStream out = Files.newOutputStream(folder.resolve("wirepath-cluster.jar"));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Path file : inside.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }

    private long received() throws IOException {
        Path sniffer = directory.resolve("serve").resolve("received").resolve(SNIFFER);
        if (!Files.isDirectory(sniffer)) {
            return 0;
        }
        try (Stream<Path> incarnations = Files.list(sniffer)) {
            // one that is just being made is none yet
            Path spool = incarnations.filter(Spool::isSpool).findFirst().orElse(null);
            return spool == null ? 0 : Spools.lastNumber(spool);
        }
    }

    private Path log() {
        return directory.resolve("log");
    }

    private String said() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return e.toString();
        }
    }
}
