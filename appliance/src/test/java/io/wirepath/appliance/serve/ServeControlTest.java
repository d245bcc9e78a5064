package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServeControlTest {

    @Test
    void logsWhatChangedAndNothingElse() {
        List<String> log = new ArrayList<>();
        ServeTuning before = ServeTuning.defaults();
        ServeControl control = new ServeControl(before, log::add);
        control.tune(before, "the API");
        control.tune(new ServeTuning(before.windows(), before.inference().withAlgorithm("linking")), "the API");
        assertEquals(List.of("settings changed by the API: algorithm auto → linking"), log);
    }
}
