package io.wirepath.pipeline;

import org.jspecify.annotations.Nullable;

/** The version of the program, as the build wrote it into the jar. */
public final class Version {

    private Version() {}

    /** The version, or {@code development} where the program does not run from a jar. */
    public static String text() {
        return of(Version.class);
    }

    /** The version of the jar that holds a class, or {@code development} where none does. */
    public static String of(Class<?> part) {
        @Nullable String version = part.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
