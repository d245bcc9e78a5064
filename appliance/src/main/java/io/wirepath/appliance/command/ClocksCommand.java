package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.pipeline.MergeReading.Learnt;
import io.wirepath.report.MergeJson;
import io.wirepath.report.text.MergeSections;
import io.wirepath.report.text.Style;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code wirepath clocks}: how far the sniffers' clocks are apart, and which sniffer is home to which node. */
@Command(
        name = "clocks",
        description = {
            "Compares the clocks of the sniffers by the messages that two of them saw: offset, drift, uncertainty.",
            "Also: the sniffer nearest to each node, and what was lost between sniffers."
        },
        footer = {"", "Example:", "  wirepath clocks --reference sw-app sw-*.pcap.gz"})
final class ClocksCommand extends LearningCommand {

    @Override
    ObjectNode json(Learnt learnt, Map<String, String> names) {
        return MergeJson.clocks(learnt.result(), learnt.sniffers(), names);
    }

    @Override
    String text(Learnt learnt, Map<String, String> names, Style style) {
        return MergeSections.clocks(learnt.result(), learnt.sniffers(), names, style);
    }
}
