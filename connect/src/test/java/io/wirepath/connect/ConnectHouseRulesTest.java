package io.wirepath.connect;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.architecture.ModuleRules;
import org.junit.jupiter.api.Test;

/** The rules that hold for the appliance hold for this module, together with the modules that it builds on. */
class ConnectHouseRulesTest extends ModuleRules {

    @Test
    void seesTheModuleAndWhatItBuildsOn() {
        assertTrue(PROGRAM.contain(WirepathConnect.class));
        assertTrue(PROGRAM.contain("io.wirepath.appliance.Wirepath"));
    }
}
