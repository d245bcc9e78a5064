package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.architecture.ModuleRules;
import org.junit.jupiter.api.Test;

/** The rules that hold for the appliance hold for the cluster, together with the modules that it builds on. */
class ClusterHouseRulesTest extends ModuleRules {

    @Test
    void seesTheClusterAndWhatItBuildsOn() {
        assertTrue(PROGRAM.contain(ClusterJob.class));
        assertTrue(PROGRAM.contain("io.wirepath.appliance.Wirepath"));
    }
}
