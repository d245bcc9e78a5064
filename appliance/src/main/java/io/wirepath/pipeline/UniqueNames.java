package io.wirepath.pipeline;

import java.util.HashSet;
import java.util.Set;

/** Gives out names once each: the second {@code eth0} becomes {@code eth0-2}. */
final class UniqueNames {

    private final Set<String> taken = new HashSet<>();

    /** The name, or the name with the first number that makes it new. */
    String of(String name) {
        String unique = name;
        for (int i = 2; !taken.add(unique); i++) {
            unique = name + "-" + i;
        }
        return unique;
    }
}
