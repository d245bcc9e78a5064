package io.wirepath.appliance.architecture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HouseRulesTest extends ModuleRules {

    @ParameterizedTest
    @ValueSource(strings = {"sniffer", "flows", "nat", "merge", "causes", "analyze", "imports", "report", "appliance"})
    void seesEveryModule(String module) {
        String name = "io.wirepath." + module;
        assertTrue(
                PROGRAM.stream()
                        .anyMatch(javaClass -> javaClass.getPackageName().startsWith(name)),
                () -> "no class of " + name + " on the class path: the rules would check nothing");
    }

    @Test
    void storageKnowsNoMatching() {
        HouseRules.storageKnowsNoMatching().check(PROGRAM);
    }

    @Test
    void matchingKnowsNoStorage() {
        HouseRules.matchingKnowsNoStorage().check(PROGRAM);
    }

    @Test
    void partsOfTheLinkerAreItsOwn() {
        HouseRules.partsOfTheLinkerAreItsOwn().check(PROGRAM);
    }

    @Test
    void analysisTouchesNothingOutside() {
        HouseRules.analysisTouchesNothingOutside().check(PROGRAM);
    }
}
