package io.wirepath.appliance.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rules that hold for each module that is run, together with the modules that it builds on. */
public abstract class ModuleRules {

    /** All of Wirepath that is on the class path, without tests. */
    protected static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
            .importPackages("io.wirepath");

    @Test
    protected void modulesKnowOnlyThoseBefore() {
        HouseRules.modulesKnowOnlyThoseBefore().check(PROGRAM);
    }

    @Test
    protected void stagesAskNoClock() {
        HouseRules.stagesAskNoClock().check(PROGRAM);
    }

    @Test
    protected void onlyTheProgramEndsTheJvm() {
        HouseRules.onlyTheProgramEndsTheJvm().check(PROGRAM);
    }

    @Test
    protected void noTwoClassesShareAName() {
        HouseRules.noTwoClassesShareAName().check(PROGRAM);
    }

    @Test
    protected void packagesAreFreeOfCycles() {
        HouseRules.packagesAreFreeOfCycles().check(PROGRAM);
    }
}
