package io.wirepath.connect.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/**
 * Where answers come from. Each is the JSON that the program prints for the same question (docs/formats.md).
 * Thread-safe. Every method throws a {@link io.wirepath.pipeline.Failure} that says what to do where there is no
 * answer.
 */
interface ToolAnswers {

    /** Stretches of time that can be asked for. */
    JsonNode windows(Asked asked) throws IOException;

    /** What is wrong. */
    JsonNode incidents(Asked asked) throws IOException;

    /** Nodes, those that serve most calls first. */
    JsonNode services(Asked asked) throws IOException;

    /** Paths, those that most time goes into first, or one of them whole. */
    JsonNode paths(Asked asked) throws IOException;

    /** The request that holds a call. */
    JsonNode request(Asked asked) throws IOException;

    /** What differs between two times or runs. */
    JsonNode compare(Asked asked) throws IOException;

    /** The answer of a query. */
    JsonNode query(Asked asked) throws IOException;
}
