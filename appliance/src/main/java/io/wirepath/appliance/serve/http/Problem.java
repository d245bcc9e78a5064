package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.report.FieldJson;

/** A request that cannot be answered: a status, and for a person what is wrong and what to do. */
final class Problem extends RuntimeException {

    private static final Fields<At> ERROR = Fields.<At>of("Error", "Why a request cannot be answered.")
            .count("status", "The status of HTTP.", at -> at.problem.status)
            .text("what", "What is wrong.", at -> at.problem.getMessage())
            .text("where", "The path that was asked for.", At::where)
            .text("do", "What to do.", at -> at.problem.remedy);

    /** The answer's body. */
    static final Fields<At> FIELDS = Fields.<At>of("Problem", "A request that cannot be answered.")
            .object("error", ERROR, "Why.", at -> at)
            .text("signIn", "Where a browser signs in, from the page's address.", At::signIn)
            .orAbsent();

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

    /** A problem in the answer to a path; {@code signIn} is empty where it says nothing of that. */
    record At(Problem problem, String where, String signIn) {}

    /** The answer's body. */
    ObjectNode json(String where, String signIn) {
        return FieldJson.of(FIELDS, new At(this, where, status == 401 ? signIn : ""));
    }
}
