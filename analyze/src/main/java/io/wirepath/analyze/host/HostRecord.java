package io.wirepath.analyze.host;

/**
 * One line of a host's log. With a value it is a point of a load line, without one an event of an application.
 *
 * @param nanos when it was, ns since the epoch, by the clock of the messages
 * @param uncertaintyNanos half of the 95 % interval of that moment
 * @param host name of the host, as the log has it
 * @param program who logged it
 * @param level level of the log, such as Usage; empty where there is none
 * @param name name of the series or of the event
 * @param value value of the series; NaN of an event
 * @param id what the events of one piece of work have in common; empty where the log tells none
 * @param detail further fields as they stand, {@code NAME=VALUE} with blanks between; may be empty
 */
public record HostRecord(
        long nanos,
        long uncertaintyNanos,
        String host,
        String program,
        String level,
        String name,
        double value,
        String id,
        String detail) {

    /** Whether it is a point of a load line. */
    public boolean isLoad() {
        return !Double.isNaN(value);
    }

    /** The same by another clock. */
    public HostRecord at(long otherNanos, long otherUncertaintyNanos) {
        return new HostRecord(otherNanos, otherUncertaintyNanos, host, program, level, name, value, id, detail);
    }
}
