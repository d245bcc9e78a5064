package io.wirepath.analyze.sum;

/** What is measured at a {@link ComparedPlace}. */
public enum Measure {
    /** Own time of a node for a request, without what it waits for. */
    OWN(Form.DELAY),
    /** Time that request and response of a call are on their way. */
    WAY(Form.DELAY),
    /** Time from the receipt of a request to its answer, at a node. */
    SERVICE(Form.DELAY),
    /** Time from a request to its answer as its caller sees it, on an edge. */
    CALL(Form.DELAY),
    /** Time from the first message of a path to its answer. */
    DURATION(Form.DELAY),
    /**
     * Share of the requests that a node answers with a failure that began there; of the system, of its clients'
     * requests that failed.
     */
    FAILED(Form.SHARE),
    /** Share of the requests that were refused: the request was to blame. */
    REFUSED(Form.SHARE),
    /** Share of the requests without an answer. */
    UNANSWERED(Form.SHARE),
    /** Share of the calls of an edge with a segment that was sent again. */
    RESENT(Form.SHARE),
    /** Share of failed attempts to connect among them and the calls of an edge. */
    UNREACHED(Form.SHARE),
    /** Share of the paths that have this pattern. */
    FREQUENCY(Form.SHARE),
    /** Requests per second. */
    LOAD(Form.RATE);

    private final Form form;

    Measure(Form form) {
        this.form = form;
    }

    /** How it is counted. */
    public enum Form {
        /** Nanoseconds of each. */
        DELAY,
        /** Events among trials. */
        SHARE,
        /** Events in seconds. */
        RATE
    }

    /** Whether its trials are those of the whole system, wherever the events are: paths of all patterns, seconds. */
    public boolean isOfAll() {
        return this == FREQUENCY || this == LOAD;
    }

    /** Whether it is compared; how long a node serves is shown alone, for its callers see it. */
    public boolean isCompared() {
        return this != SERVICE;
    }

    /** How it is counted. */
    public Form form() {
        return form;
    }
}
