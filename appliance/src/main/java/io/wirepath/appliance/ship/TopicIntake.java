package io.wirepath.appliance.ship;

/** Reads topics for as long as it runs, in a thread of its own. */
public interface TopicIntake extends Runnable, AutoCloseable {

    /** Ends it: what was taken is on the disk when this returns. Any thread may call it. */
    @Override
    void close();
}
