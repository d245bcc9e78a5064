package io.wirepath.appliance.doctor;

/**
 * One thing that was looked at.
 *
 * @param level how it is
 * @param subject what was looked at, such as {@code clock} or {@code eth1}
 * @param text what was found
 * @param advice what to do; empty where nothing is to be done
 */
public record CheckResult(Level level, String subject, String text, String advice) {

    /** How something is. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Works, but less well than it could, or only for some purposes. */
        WARNING,
        /** Does not work. */
        BAD
    }

    static CheckResult ok(String subject, String text) {
        return new CheckResult(Level.OK, subject, text, "");
    }

    static CheckResult warning(String subject, String text, String advice) {
        return new CheckResult(Level.WARNING, subject, text, advice);
    }

    static CheckResult bad(String subject, String text, String advice) {
        return new CheckResult(Level.BAD, subject, text, advice);
    }
}
