package io.wirepath.appliance.serve;

import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Inference;
import java.util.List;

/**
 * What may change in the running service.
 *
 * @param windows how windows are cut, from the next one on
 * @param inference how causes are inferred, from the next window on
 * @param hosts names of addresses, lines of {@link io.wirepath.pipeline.NameFile#lines}
 */
public record ServeTuning(WindowSettings windows, Inference inference, List<String> hosts) {

    /** Without names. */
    public ServeTuning(WindowSettings windows, Inference inference) {
        this(windows, inference, List.of());
    }

    /** The values that the manual documents. */
    public static ServeTuning defaults() {
        return new ServeTuning(WindowSettings.defaults(), Inference.defaults());
    }
}
