package io.wirepath.analyze.field;

/** Outputs that name and order fields in one way. */
public enum Family {
    /** Fields of queries, columns of Parquet and of the index: the bare name. */
    QUERY,
    /** The report and the API: durations and moments end with their unit. */
    JSON,
    /** Tables: as in JSON, in lower case with underscores. */
    CSV;

    /** What a field of this name and type is called here. */
    String called(String name, ValueType type) {
        boolean isTime = type == ValueType.DURATION || type == ValueType.TIME;
        String full = this != QUERY && isTime && !name.equals("nanos") ? name + "Nanos" : name;
        return this == CSV ? full.replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT) : full;
    }
}
