package io.wirepath.appliance.config.binding;

/** A configuration with rules between its keys, such as that a step is no longer than what it steps over. */
public interface CheckedConfig {

    /** Where a broken rule is told. */
    interface Complaints {

        /**
         * Tells of a value that is wrong.
         *
         * @param path key, such as {@code windows.step}
         * @param text what is wrong, and what is allowed
         */
        void at(String path, String text);
    }

    /** Tells what is wrong; called only when each value by itself is right. */
    void check(Complaints complaints);
}
