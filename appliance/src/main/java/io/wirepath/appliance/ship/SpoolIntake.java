package io.wirepath.appliance.ship;

/** Receives spools for as long as it runs, in a thread of its own. */
public interface SpoolIntake extends Runnable, AutoCloseable {

    /** Ends it: what was taken is on the disk when this returns. Any thread may call it. */
    @Override
    void close();
}
