package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.HandlerType;
import io.wirepath.analyze.field.Fields;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Inference;
import io.wirepath.report.FieldJson;

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

    private static final Fields<WindowSettings> WINDOWS = Fields.<WindowSettings>of("WindowSettings", "Of windows.")
            .duration("length", "How long one is.", WindowSettings::coreNanos)
            .duration("before", "Margin before it.", WindowSettings::beforeNanos)
            .duration("after", "Margin after it.", WindowSettings::afterNanos);

    private static final Fields<Inference> ANALYSIS = Fields.<Inference>of("AnalysisSettings", "Of the analysis.")
            .text("algorithm", "Which.", Inference::algorithm)
            .text("evidence", "What it goes by.", Inference::evidence)
            .count("seed", "Seed of what is drawn.", Inference::seed)
            .duration("maxDelay", "The longest delay between cause and message.", Inference::maxDelayNanos);

    /** All of them. */
    static final Fields<ServeTuning> FIELDS = Fields.<ServeTuning>of("Settings", "What can be changed while it runs.")
            .object("windows", WINDOWS, "Of windows.", ServeTuning::windows)
            .object("analysis", ANALYSIS, "Of the analysis.", ServeTuning::inference);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServeControl control;
    private final RequestBody bodies;

    SettingsResource(ServeControl control, RequestBody bodies) {
        this.control = control;
        this.bodies = bodies;
    }

    /** Adds what it answers. */
    void add(ApiDescription api) {
        String path = "/settings";
        api.get(path, "What can be changed while it runs.", context -> present())
                .gives(FIELDS.name());
        api.add(
                        HandlerType.PATCH,
                        path,
                        "Changes what is named of that, or nothing.",
                        context -> JsonAnswers.send(context, change(parsed(bodies.of(context)), context.ip())))
                .takes(FIELDS.name())
                .gives(FIELDS.name());
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new Problem(400, "the body is not JSON", "send a JSON object, as GET gives it");
        }
    }

    /** The present settings. */
    ObjectNode present() {
        return FieldJson.of(FIELDS, control.tuning());
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
            return FieldJson.of(FIELDS, after);
        } catch (IllegalArgumentException e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "give values that make sense; nothing was changed");
        }
    }

    private void check(JsonNode change) {
        String wanted = "send an object with 'windows', 'analysis' or both, as GET gives it; nothing was changed";
        if (!change.isObject()) {
            throw new Problem(422, "the body is not an object", wanted);
        }
        ObjectNode known = present();
        change.properties().forEach(group -> {
            JsonNode keys = known.get(group.getKey());
            if (keys == null || !group.getValue().isObject()) {
                throw new Problem(422, "there is no group of settings '" + group.getKey() + "'", wanted);
            }
            group.getValue().fieldNames().forEachRemaining(key -> {
                if (!keys.has(key)) {
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
}
