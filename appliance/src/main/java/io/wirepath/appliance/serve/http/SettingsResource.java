package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Inference;
import java.util.Map;
import java.util.Set;

/**
 * What may change in the running service, as JSON:
 *
 * <pre>
 *  {"windows":{"lengthNanos":n,"beforeNanos":n,"afterNanos":n},
 *   "analysis":{"algorithm":"auto","evidence":"times,sizes","seed":n,"maxDelayNanos":n}}
 * </pre>
 *
 * A change names what changes; all of it is taken, or nothing. It lasts until the service is restarted or its
 * configuration is read again.
 */
final class SettingsResource {

    private static final Map<String, Set<String>> KEYS = Map.of(
            "windows", Set.of("lengthNanos", "beforeNanos", "afterNanos"),
            "analysis", Set.of("algorithm", "evidence", "seed", "maxDelayNanos"));

    private final ServeControl control;

    SettingsResource(ServeControl control) {
        this.control = control;
    }

    /** The present settings. */
    ObjectNode present() {
        return json(control.tuning());
    }

    /** Changes settings; gives them as they are then. */
    synchronized ObjectNode change(JsonNode change, String caller) {
        check(change);
        ServeTuning before = control.tuning();
        JsonNode windows = change.path("windows");
        JsonNode analysis = change.path("analysis");
        Inference was = before.inference();
        try {
            ServeTuning after = new ServeTuning(
                    new WindowSettings(
                            number(windows, "lengthNanos", before.windows().coreNanos()),
                            number(windows, "beforeNanos", before.windows().beforeNanos()),
                            number(windows, "afterNanos", before.windows().afterNanos())),
                    new Inference(
                            text(analysis, "algorithm", was.algorithm()),
                            text(analysis, "evidence", was.evidence()),
                            number(analysis, "seed", was.seed()),
                            number(analysis, "maxDelayNanos", was.maxDelayNanos()),
                            was.iterations(),
                            was.options()),
                    before.hosts());
            control.tune(after, "the API, asked by " + caller);
            return json(after);
        } catch (IllegalArgumentException e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "give values that make sense; nothing was changed");
        }
    }

    private static void check(JsonNode change) {
        String wanted = "send an object with 'windows', 'analysis' or both, as GET gives it; nothing was changed";
        if (!change.isObject()) {
            throw new Problem(422, "the body is not an object", wanted);
        }
        change.properties().forEach(group -> {
            Set<String> keys = KEYS.get(group.getKey());
            if (keys == null || !group.getValue().isObject()) {
                throw new Problem(422, "there is no group of settings '" + group.getKey() + "'", wanted);
            }
            group.getValue().fieldNames().forEachRemaining(key -> {
                if (!keys.contains(key)) {
                    throw new Problem(422, "there is no setting '" + group.getKey() + "." + key + "'", wanted);
                }
            });
        });
    }

    private static long number(JsonNode group, String key, long otherwise) {
        JsonNode value = group.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new Problem(422, "'" + key + "' is not a whole number", "give a number; nothing was changed");
        }
        return value.asLong();
    }

    private static String text(JsonNode group, String key, String otherwise) {
        JsonNode value = group.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isTextual()) {
            throw new Problem(422, "'" + key + "' is not a text", "give a text; nothing was changed");
        }
        return value.asText();
    }

    private static ObjectNode json(ServeTuning tuning) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.putObject("windows")
                .put("lengthNanos", tuning.windows().coreNanos())
                .put("beforeNanos", tuning.windows().beforeNanos())
                .put("afterNanos", tuning.windows().afterNanos());
        to.putObject("analysis")
                .put("algorithm", tuning.inference().algorithm())
                .put("evidence", tuning.inference().evidence())
                .put("seed", tuning.inference().seed())
                .put("maxDelayNanos", tuning.inference().maxDelayNanos());
        return to;
    }
}
