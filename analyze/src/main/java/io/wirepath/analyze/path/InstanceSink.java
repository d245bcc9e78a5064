package io.wirepath.analyze.path;

/** Takes path instances as they are built. */
@FunctionalInterface
interface InstanceSink {

    /** Takes an instance, which is valid during this call only. */
    void onInstance(PathInstance instance);
}
