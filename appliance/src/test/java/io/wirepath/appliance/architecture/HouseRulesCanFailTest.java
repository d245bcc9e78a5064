package io.wirepath.appliance.architecture;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.wirepath.analyze.violation.ImpureAnalysis;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.merge.match.violation.NosyMatching;
import io.wirepath.merge.store.violation.NosyStore;
import io.wirepath.sniffer.violation.NosySniffer;
import org.junit.jupiter.api.Test;

class HouseRulesCanFailTest {

    private final JavaClasses violations = new ClassFileImporter()
            .importClasses(ImpureAnalysis.class, NosySniffer.class, NosyStore.class, NosyMatching.class);

    @Test
    void aSnifferThatKnowsTheAnalysisIsFound() {
        assertFinds(HouseRules.modulesKnowOnlyThoseBefore(), "NosySniffer");
    }

    @Test
    void aStoreThatKnowsMatchingIsFound() {
        assertFinds(HouseRules.storageKnowsNoMatching(), "NosyStore");
    }

    @Test
    void matchingThatKnowsAStoreIsFound() {
        assertFinds(HouseRules.matchingKnowsNoStorage(), "NosyMatching");
    }

    @Test
    void aPartOfTheLinkerThatAnotherUsesIsFound() {
        JavaClasses both = new ClassFileImporter().importClasses(ImpureAnalysis.class, Scene.class);
        ArchRule rule = HouseRules.partsOfTheLinkerAreItsOwn();
        assertThrows(AssertionError.class, () -> rule.check(both));
    }

    @Test
    void filesInTheAnalysisAreFound() {
        assertFinds(HouseRules.analysisTouchesNothingOutside(), "java.nio.file.Files");
    }

    @Test
    void threadsInTheAnalysisAreFound() {
        assertFinds(HouseRules.analysisTouchesNothingOutside(), "java.lang.Thread");
    }

    @Test
    void everyClockInTheAnalysisIsFound() {
        assertFinds(HouseRules.stagesAskNoClock(), "System.currentTimeMillis()");
        assertFinds(HouseRules.stagesAskNoClock(), "System.nanoTime()");
        assertFinds(HouseRules.stagesAskNoClock(), "Instant.now()");
    }

    @Test
    void anExitIsFound() {
        assertFinds(HouseRules.onlyTheProgramEndsTheJvm(), "System.exit(int)");
    }

    @Test
    void aCycleIsFound() {
        assertFinds(HouseRules.packagesAreFreeOfCycles(), "Cycle detected");
    }

    @Test
    void aNameOfTwoClassesIsFound() {
        JavaClasses namesakes = new ClassFileImporter().importClasses(java.util.Date.class, java.sql.Date.class);
        ArchRule rule = HouseRules.noTwoClassesShareAName();
        assertThrows(AssertionError.class, () -> rule.check(namesakes));
    }

    private void assertFinds(ArchRule rule, String wanted) {
        String report =
                assertThrows(AssertionError.class, () -> rule.check(violations)).getMessage();
        assertTrue(report.contains(wanted), report);
    }
}
