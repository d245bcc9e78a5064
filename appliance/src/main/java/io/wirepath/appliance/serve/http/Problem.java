package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A request that cannot be answered: a status, and for a person what is wrong and what to do. */
final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int status;
    private final String remedy;

    /** A problem. */
    Problem(int status, String what, String remedy) {
        super(what);
        this.status = status;
        this.remedy = remedy;
    }

    int status() {
        return status;
    }

    /** The answer's body: {@code {"error":{"status":…,"what":…,"where":…,"do":…}}}. */
    ObjectNode json(String where) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.putObject("error")
                .put("status", status)
                .put("what", getMessage())
                .put("where", where)
                .put("do", remedy);
        return to;
    }
}
