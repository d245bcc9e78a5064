package io.wirepath.analyze.fanin;

import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.OwnerLinks;

/**
 * Takes certainty out of the links of joins. A model of tasks that do not depend on each other is too sure of itself
 * where they meet: whose the message is depends on what else has come.
 *
 * <pre>
 *  p' = p^(1/1.7) / sum over all causes and none of p^(1/1.7)        the order of the causes stays
 * </pre>
 *
 * <p>That is a posterior at a higher temperature: the one at which the joint linker samples, for the same reason, once
 * more. It was fitted to nothing.
 */
public final class JoinDoubt {

    private static final double TEMPERATURE = 1.7;

    private JoinDoubt() {}

    /** The links with what they say about messages that joins sent, less certain; others stay as they are. */
    public static LinkTable of(MessageTable messages, LinkTable links, Joins joins) {
        if (joins.all().isEmpty() || !links.isOfOwners()) {
            return links;
        }
        LinkTable.Builder doubted = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            boolean isDoubted = OwnerLinks.opens(messages, row) && joins.concern(messages, row);
            add(links, row, isDoubted ? 1 / TEMPERATURE : 1, doubted);
        }
        return doubted.build();
    }

    private static void add(LinkTable links, int row, double exponent, LinkTable.Builder to) {
        double sum = exponent == 1 ? 1 : sum(links, row, exponent);
        for (int at = links.first(row); at < links.end(row); at++) {
            to.add(links.parent(at), Math.pow(links.probability(at), exponent) / sum);
        }
        to.endChild(Math.pow(links.spontaneous(row), exponent) / sum);
    }

    private static double sum(LinkTable links, int row, double exponent) {
        double sum = Math.pow(links.spontaneous(row), exponent);
        for (int at = links.first(row); at < links.end(row); at++) {
            sum += Math.pow(links.probability(at), exponent);
        }
        return sum > 0 ? sum : 1;
    }
}
