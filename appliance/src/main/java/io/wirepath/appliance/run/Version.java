package io.wirepath.appliance.run;

import org.jspecify.annotations.Nullable;

/** The version of the program, as the build wrote it into the jar. */
public final class Version {

    private Version() {}

    /** The version, or {@code development} where the program does not run from a jar. */
    public static String text() {
        @Nullable String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
