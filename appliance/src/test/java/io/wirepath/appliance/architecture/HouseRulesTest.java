package io.wirepath.appliance.architecture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HouseRulesTest {

    private static JavaClasses program;

    @BeforeAll
    static void readTheProgram() {
        program = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
                .importPackages("io.wirepath");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sniffer", "flows", "nat", "merge", "causes", "analyze", "imports", "report", "appliance"})
    void seesEveryModule(String module) {
        String name = "io.wirepath." + module;
        assertTrue(
                program.stream()
                        .anyMatch(javaClass -> javaClass.getPackageName().startsWith(name)),
                () -> "no class of " + name + " on the class path: the rules would check nothing");
    }

    @Test
    void modulesKnowOnlyThoseBefore() {
        HouseRules.modulesKnowOnlyThoseBefore().check(program);
    }

    @Test
    void storageKnowsNoMatching() {
        HouseRules.storageKnowsNoMatching().check(program);
    }

    @Test
    void matchingKnowsNoStorage() {
        HouseRules.matchingKnowsNoStorage().check(program);
    }

    @Test
    void partsOfTheLinkerAreItsOwn() {
        HouseRules.partsOfTheLinkerAreItsOwn().check(program);
    }

    @Test
    void analysisTouchesNothingOutside() {
        HouseRules.analysisTouchesNothingOutside().check(program);
    }

    @Test
    void stagesAskNoClock() {
        HouseRules.stagesAskNoClock().check(program);
    }

    @Test
    void onlyTheProgramEndsTheJvm() {
        HouseRules.onlyTheProgramEndsTheJvm().check(program);
    }

    @Test
    void noTwoClassesShareAName() {
        HouseRules.noTwoClassesShareAName().check(program);
    }

    @Test
    void packagesAreFreeOfCycles() {
        HouseRules.packagesAreFreeOfCycles().check(program);
    }
}
