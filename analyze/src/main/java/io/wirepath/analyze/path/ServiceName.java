package io.wirepath.analyze.path;

import io.wirepath.causes.NodeTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a node says about the service that it is a replica of: {@code app1}, {@code cart-7d9f-x2x} and
 * {@code 10-0-3-7.cart.svc} are of {@code app} and {@code cart}. Whoever gave the name, it is one piece of evidence.
 *
 * @param label name of the service; empty where the name says nothing of it
 * @param domain what follows, which replicas have in common
 */
record ServiceName(String label, String domain) {

    private static final ServiceName SILENT = new ServiceName("", "");

    /** A host that is called after its address; behind it the service may stand. */
    private static final Pattern ADDRESS = Pattern.compile("(.*?)\\d{1,3}([-_]\\d{1,3}){3}.*");

    /** The letters of generated names of Kubernetes: nothing that reads as a word. */
    private static final Pattern GENERATED = Pattern.compile("[bcdfghjklmnpqrstvwxz2456789]{5}|[a-z]*\\d[a-z0-9]*|.|");

    /** The number of a process behind its name: each child of a server has one of its own. */
    private static final Pattern PROCESS = Pattern.compile("\\[\\d+]$");

    private static final Pattern SEGMENT = Pattern.compile("[-_]");

    /** Words of generic names, which say where a machine runs and not what. */
    private static final Set<String> NOTHING = Set.of("", "ip", "host", "node", "vm", "pod", "localhost", "instance");

    /** What two names say of their services. */
    enum Relation {
        SAME,
        /** Of one family, such as {@code dht-east} and {@code dht-west}, or one says nothing: what they do decides. */
        SILENT,
        DIFFERENT
    }

    /** What the name of this node says. */
    static ServiceName of(NodeTable.Node node) {
        String name = PROCESS.matcher(node.name()).replaceFirst("");
        return name.equals(node.address()) ? SILENT : ofText(given(name));
    }

    /** A name as it was given, without the address that tells nodes of this name apart. */
    static String given(String name) {
        int at = name.indexOf('@');
        return at < 0 ? name : name.substring(0, at);
    }

    private static ServiceName ofText(String name) {
        List<String> labels = Arrays.asList(name.toLowerCase(Locale.ROOT).split("\\.", -1));
        Matcher address = ADDRESS.matcher(labels.get(0));
        boolean isAddress = address.matches();
        String before = isAddress ? address.group(1) : labels.get(0);
        boolean isOfService = before.isEmpty() && labels.contains("svc") && !labels.contains("pod");
        int first = isOfService ? 1 : 0;
        String label = stem(isOfService ? labels.get(1) : before);
        return NOTHING.contains(label)
                ? SILENT
                : new ServiceName(label, String.join(".", labels.subList(first + 1, labels.size())));
    }

    /** A label without what tells replicas apart. */
    private static String stem(String label) {
        List<String> segments = Arrays.asList(SEGMENT.split(label, -1));
        int end = segments.size();
        while (end > 1 && GENERATED.matcher(segments.get(end - 1)).matches()) {
            end--;
        }
        return String.join("-", segments.subList(0, end)).replaceAll("\\d+$", "");
    }

    /** Whether the two are of one service. */
    Relation to(ServiceName other) {
        if (label.isEmpty() || other.label.isEmpty()) {
            return Relation.SILENT;
        }
        if (!domain.equals(other.domain) && !domain.isEmpty() && !other.domain.isEmpty()) {
            return Relation.DIFFERENT;
        }
        if (label.equals(other.label)) {
            return Relation.SAME;
        }
        boolean family = SEGMENT.split(label, 2)[0].equals(SEGMENT.split(other.label, 2)[0]);
        return family ? Relation.SILENT : Relation.DIFFERENT;
    }
}
