package io.wirepath.appliance.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the compiler does not check: who may know whom, and what inference must not touch. */
public final class HouseRules {

    /** Asking any of these makes a result depend on when it was computed. */
    private static final Map<String, Set<String>> CLOCKS = Map.of(
            "java.lang.System", Set.of("currentTimeMillis", "nanoTime"),
            "java.time.Instant", Set.of("now"),
            "java.time.LocalDate", Set.of("now"),
            "java.time.LocalTime", Set.of("now"),
            "java.time.LocalDateTime", Set.of("now"),
            "java.time.OffsetDateTime", Set.of("now"),
            "java.time.ZonedDateTime", Set.of("now"),
            "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"),
            "java.util.Date", Set.of("<init>"));

    /** From the lowest to the highest. */
    private static final List<String> LAYERS = List.of(
            "sniffer", "flows", "nat", "merge", "causes", "analyze", "imports", "report", "pipeline", "appliance");

    /** What stands beside one another on top of those; nobody knows them. */
    private static final List<String> TOPS = List.of("cluster", "connect");

    private static final String[] STORAGE = {
        "io.wirepath.merge.log..", "io.wirepath.merge.spool..", "io.wirepath.merge.store.."
    };

    private static final String[] MATCHING = {
        "io.wirepath.merge.clock..",
        "io.wirepath.merge.live..",
        "io.wirepath.merge.match..",
        "io.wirepath.merge.order..",
        "io.wirepath.merge.past..",
        "io.wirepath.merge.reconcile..",
        "io.wirepath.merge.sample.."
    };

    private HouseRules() {}

    /** Each module knows only those before it, whether or not the poms would let it know more. */
    public static ArchRule modulesKnowOnlyThoseBefore() {
        Architectures.LayeredArchitecture rule = layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.wirepath..")
                .withOptionalLayers(true);
        List<String> all = new ArrayList<>(LAYERS);
        all.addAll(TOPS);
        for (String layer : all) {
            rule = rule.layer(layer).definedBy("io.wirepath." + layer + "..");
        }
        for (int at = 1; at < LAYERS.size(); at++) {
            String[] above = all.subList(at + 1, all.size()).toArray(String[]::new);
            rule = rule.whereLayer(LAYERS.get(at)).mayOnlyBeAccessedByLayers(above);
        }
        for (String top : TOPS) {
            rule = rule.whereLayer(top).mayNotBeAccessedByAnyLayer();
        }
        return rule.whereLayer("imports").mayOnlyBeAccessedByLayers("pipeline", "appliance", "cluster", "connect");
    }

    /** What is kept on disk outlives the way in which it is matched. */
    public static ArchRule storageKnowsNoMatching() {
        return noClasses().that(resideInAnyPackage(STORAGE)).should().dependOnClassesThat(resideInAnyPackage(MATCHING));
    }

    /** Matching is data in, data out; the program decides what is kept. */
    public static ArchRule matchingKnowsNoStorage() {
        return noClasses().that(resideInAnyPackage(MATCHING)).should().dependOnClassesThat(resideInAnyPackage(STORAGE));
    }

    /** The parts of the joint linker are public for one another, and for nobody else. */
    public static ArchRule partsOfTheLinkerAreItsOwn() {
        return classes()
                .that()
                .resideInAnyPackage("io.wirepath.causes.joint.scene", "io.wirepath.causes.joint.model")
                .should()
                .onlyBeAccessed()
                .byAnyPackage("io.wirepath.causes.joint..");
    }

    /** Inference is data in, data out. */
    public static ArchRule analysisTouchesNothingOutside() {
        return noClasses()
                .that()
                .resideInAnyPackage("io.wirepath.causes..", "io.wirepath.analyze..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.io..",
                                "java.nio.file..",
                                "java.nio.channels..",
                                "java.net..",
                                "java.util.concurrent..",
                                "net.openhft..",
                                "com.lmax..",
                                "org.slf4j..")
                        .and(notJustSerializable()))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .because("the same code runs in one process, in a test, and inside a distributed engine");
    }

    /** Time is a parameter in every stage; live ports are given the machine's clock as one. */
    public static ArchRule stagesAskNoClock() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        "io.wirepath.sniffer..",
                        "io.wirepath.flows..",
                        "io.wirepath.nat..",
                        "io.wirepath.merge..",
                        "io.wirepath.causes..",
                        "io.wirepath.analyze..",
                        "io.wirepath.cluster.slice..")
                .and()
                .doNotHaveSimpleName("SystemClock")
                .should()
                .accessTargetWhere(asksAClock())
                .because("time is a parameter: the same input gives the same output");
    }

    /** Only programs end the JVM: a stage may run inside another one. */
    public static ArchRule onlyTheProgramEndsTheJvm() {
        return noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.wirepath.appliance.Wirepath")
                .and()
                .doNotHaveFullyQualifiedName("io.wirepath.cluster.WirepathCluster")
                .and()
                .doNotHaveFullyQualifiedName("io.wirepath.connect.WirepathConnect")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class);
    }

    /** A package can be understood, tested and moved without those that build on it. */
    public static ArchRule packagesAreFreeOfCycles() {
        return slices().matching("io.wirepath.(**)").should().beFreeOfCycles();
    }

    /** A name tells a reader which class is meant, whatever the package. */
    public static ArchRule noTwoClassesShareAName() {
        return classes().that().areTopLevelClasses().should(haveNamesOfTheirOwn());
    }

    private static ArchCondition<JavaClass> haveNamesOfTheirOwn() {
        return new ArchCondition<>("have a simple name that no other class has") {

            private final Map<String, String> owners = new HashMap<>();

            @Override
            public void check(JavaClass item, ConditionEvents events) {
                String owner = owners.putIfAbsent(item.getSimpleName(), item.getName());
                boolean isPackage = item.getSimpleName().equals("package-info");
                if (owner != null && !isPackage) {
                    events.add(SimpleConditionEvent.violated(item, item.getName() + " has the name of " + owner));
                }
            }
        };
    }

    private static DescribedPredicate<JavaClass> notJustSerializable() {
        return describe("other than Serializable", javaClass -> !javaClass.isEquivalentTo(java.io.Serializable.class));
    }

    private static DescribedPredicate<JavaAccess<?>> asksAClock() {
        return describe(
                "the target is a clock",
                access -> CLOCKS.getOrDefault(access.getTargetOwner().getName(), Set.of())
                        .contains(access.getTarget().getName()));
    }
}
