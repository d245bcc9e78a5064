package io.wirepath.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.eclipse.packager.rpm.FileFlags;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.RpmVersion;
import org.eclipse.packager.rpm.build.BuilderContext;
import org.eclipse.packager.rpm.build.BuilderOptions;
import org.eclipse.packager.rpm.build.FileInformation;
import org.eclipse.packager.rpm.build.RpmBuilder;
import org.eclipse.packager.rpm.deps.RpmDependencyFlags;
import org.eclipse.packager.rpm.signature.SignatureProcessor;

/** An rpm of the same files, with a Java of its own. */
final class RpmForm {

    /** One time for all that is built, so that the same files give the same bytes. */
    static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private static final Map<String, String> PROCESSORS = Map.of("amd64", "x86_64", "arm64", "aarch64");

    /** Sonames that the package's own Java asks for. */
    private static final List<String> LIBRARIES = List.of("libc.so.6", "libstdc++.so.6", "libz.so.1");

    private static final String AFTER_INSTALLATION = """
            systemd-sysusers wirepath.conf || :
            systemd-tmpfiles --create wirepath.conf || :
            if [ ! -e /etc/wirepath/content.salt ]; then
              (umask 077 && head -c 32 /dev/urandom >/etc/wirepath/content.salt)
              chgrp wirepath-sniffer /etc/wirepath/content.salt && chmod 0640 /etc/wirepath/content.salt || :
            fi
            if [ -d /run/systemd/system ]; then systemctl daemon-reload || :; fi
            """;

    private static final String BEFORE_REMOVAL = """
            if [ "$1" = 0 ] && [ -d /run/systemd/system ]; then
              systemctl --no-reload disable --now wirepath.target wirepath-serve.service 'wirepath-sniffer@*' || :
            fi
            """;

    private RpmForm() {}

    /**
     * Writes the package.
     *
     * @param signatures what signs it; none for a package that is not signed
     */
    static void write(PackedTree tree, Path to, String version, String processor, List<SignatureProcessor> signatures)
            throws IOException {
        BuilderOptions options = new BuilderOptions();
        options.setOpenOptions(new StandardOpenOption[] {
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.READ,
            StandardOpenOption.TRUNCATE_EXISTING
        });
        String architecture = PROCESSORS.getOrDefault(processor, processor);
        try (RpmBuilder rpm = new RpmBuilder(
                "wirepath", new RpmVersion(null, version.replace('-', '~'), "1"), architecture, to, options)) {
            describe(rpm);
            signatures.forEach(rpm::addSignatureProcessor);
            BuilderContext files = rpm.newContext();
            TreeSet<String> own = new TreeSet<>();
            for (Map.Entry<String, Integer> file : tree.modes().entrySet()) {
                String path = file.getKey().replaceFirst("^/lib/", "/usr/lib/");
                for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                    if (path.substring(0, slash).matches("/.*/wirepath(/.*)?")) {
                        own.add(path.substring(0, slash));
                    }
                }
                boolean configuration = path.startsWith("/etc/");
                files.addFile(
                        path,
                        tree.file(file.getKey()),
                        (name, source, type) -> information(0100000 | file.getValue(), configuration));
            }
            for (String directory : own) {
                files.addDirectory(directory, (name, source, type) -> information(040755, false));
            }
            rpm.build();
        }
    }

    private static void describe(RpmBuilder rpm) {
        RpmBuilder.PackageInformation information = rpm.getInformation();
        information.setSummary("causal paths of a distributed system, from mirrored packets alone");
        information.setDescription("Wirepath reads mirrored packets and tells which message caused which. It brings"
                + " its own Java. No service is enabled by the installation.");
        information.setLicense("Apache-2.0");
        information.setVendor("Wirepath");
        information.setPackager("Wirepath");
        information.setGroup("Applications/Internet");
        information.setBuildHost("localhost");
        information.setDistribution("Wirepath");
        for (String library : LIBRARIES) {
            rpm.addRequirement(library + "()(64bit)", null);
        }
        rpm.addRequirement("/bin/sh", null, RpmDependencyFlags.INTERPRETER);
        rpm.addSuggests("libpcap", null);
        rpm.setPostInstallationScript(AFTER_INSTALLATION);
        rpm.setPreRemoveScript(BEFORE_REMOVAL);
        rpm.setHeaderCustomizer(header -> header.putInt(RpmTag.BUILDTIME, (int) TIME.getEpochSecond()));
    }

    private static FileInformation information(int mode, boolean configuration) {
        FileInformation information = new FileInformation();
        information.setTimestamp(TIME);
        information.setUser("root");
        information.setGroup("root");
        information.setMode((short) mode);
        if (configuration) {
            information.setFileFlags(EnumSet.of(FileFlags.CONFIGURATION, FileFlags.NOREPLACE));
        }
        return information;
    }
}
