package io.wirepath.appliance.sniff;

/** Takes lines for the operator; thread-safe. */
@FunctionalInterface
public interface SniffLog {

    /** A line. */
    void line(String text);
}
