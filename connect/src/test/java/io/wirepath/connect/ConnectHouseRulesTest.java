package io.wirepath.connect;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.wirepath.appliance.architecture.HouseRules;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules that hold for the appliance hold for this module, together with the modules that it builds on. */
class ConnectHouseRulesTest {

    private static JavaClasses program;

    @BeforeAll
    static void readTheProgram() {
        program = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
                .importPackages("io.wirepath");
    }

    @Test
    void seesTheModuleAndWhatItBuildsOn() {
        assertTrue(program.contain(WirepathConnect.class));
        assertTrue(program.contain("io.wirepath.appliance.Wirepath"));
    }

    @Test
    void modulesKnowOnlyThoseBefore() {
        HouseRules.modulesKnowOnlyThoseBefore().check(program);
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
