package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.text.InterfaceTable;
import io.wirepath.sniffer.live.InterfaceFacts;
import io.wirepath.sniffer.live.InterfaceList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wirepath interfaces}: what can be captured here. */
@Command(
        name = "interfaces",
        description = {
            "Lists the network interfaces, and whether each can be captured.",
            "Needs no privilege, and says whether this user may capture."
        },
        footer = {"", "Example:", "  wirepath interfaces --json"})
final class InterfacesCommand extends StandardOptions {

    @Option(names = "--json", description = "Prints JSON instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<InterfaceFacts> interfaces = InterfaceList.read();
        Optional<String> missing = InterfaceList.missingPermission();
        if (json) {
            console.print(json(interfaces, missing).toPrettyString() + "\n");
        } else {
            console.print(InterfaceTable.of(interfaces, style())
                    + missing.map(reason -> "  This user may not capture: " + reason + ".\n")
                            .orElse("")
                    + (InterfaceList.libpcap().isEmpty()
                            ? "  There is no libpcap: filters do not work (apt-get install libpcap0.8).\n"
                            : ""));
        }
        return CommandTree.DONE;
    }

    private static ObjectNode json(List<InterfaceFacts> interfaces, Optional<String> missing) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("mayCapture", missing.isEmpty());
        missing.ifPresent(reason -> root.put("missing", reason));
        root.put("libpcap", InterfaceList.libpcap());
        ArrayNode all = root.putArray("interfaces");
        for (InterfaceFacts facts : interfaces) {
            ObjectNode node = all.addObject()
                    .put("name", facts.name())
                    .put("fit", facts.isFit())
                    .put("up", facts.up())
                    .put("running", facts.running())
                    .put("loopback", facts.loopback())
                    .put("promiscuous", facts.promiscuous())
                    .put("mtu", facts.mtu())
                    .put("linkType", facts.linkType())
                    .put("driver", facts.driver())
                    .put("cardStamps", facts.cardStamps());
            list(node.putArray("addresses"), facts.addresses());
            list(node.putArray("offloads"), facts.offloads());
            list(node.putArray("obstacles"), facts.obstacles());
            list(node.putArray("hints"), facts.hints());
        }
        return root;
    }

    private static void list(ArrayNode to, List<String> texts) {
        texts.forEach(to::add);
    }
}
