package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.pipeline.MergeReading.Learnt;
import io.wirepath.report.MergeJson;
import io.wirepath.report.text.MergeSections;
import io.wirepath.report.text.Style;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code wirepath nat}: the translations found, with the evidence. */
@Command(
        name = "nat",
        description = {
            "Prints the translations of addresses that the captures show: the same message under other addresses.",
            "An asterisk stands for what varies, such as ephemeral ports, or is not translated."
        },
        footer = {"", "Example:", "  wirepath nat sw-front.pcap.gz sw-web.pcap.gz"})
final class NatCommand extends LearningCommand {

    @Override
    ObjectNode json(Learnt learnt, Map<String, String> names) {
        return MergeJson.translations(learnt.result(), names);
    }

    @Override
    String text(Learnt learnt, Map<String, String> names, Style style) {
        return MergeSections.translations(learnt.result(), names, style);
    }
}
