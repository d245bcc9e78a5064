package io.wirepath.appliance.command;

import io.wirepath.pipeline.Console;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Writes the manual pages of all verbs, from what {@code --help} is made of, and compresses the change log as packages
 * want it. Called by the build of the packages.
 */
public final class ManPages {

    private ManPages() {}

    private static final class SmallestGzip extends GZIPOutputStream {
        SmallestGzip(OutputStream to) throws IOException {
            super(to);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    /**
     * Writes {@code wirepath.1.gz} and one file for each verb.
     *
     * @param arguments the directory, which is made; and, if wanted, a text file and where it is put, compressed
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        for (ManPage page : pages()) {
            try (BufferedWriter to = new BufferedWriter(new OutputStreamWriter(
                    new SmallestGzip(Files.newOutputStream(directory.resolve(page.name() + ".1.gz"))),
                    StandardCharsets.UTF_8))) {
                to.write(page.roff());
            }
        }
        if (arguments.length == 3) {
            try (OutputStream to = new SmallestGzip(Files.newOutputStream(Path.of(arguments[2])))) {
                Files.copy(Path.of(arguments[1]), to);
            }
        }
    }

    /** A page for the program, for each verb, and for each part of a verb. */
    static List<ManPage> pages() {
        List<ManPage> pages = new ArrayList<>();
        collect(CommandTree.line(Console.ofProcess()), pages);
        return pages;
    }

    private static void collect(CommandLine line, List<ManPage> to) {
        CommandSpec spec = line.getCommandSpec();
        if (!spec.usageMessage().hidden()) {
            to.add(new ManPage(spec));
            line.getSubcommands().values().forEach(below -> collect(below, to));
        }
    }
}
