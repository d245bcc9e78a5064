package io.wirepath.report.text;

import io.wirepath.sniffer.live.InterfaceFacts;
import java.util.ArrayList;
import java.util.List;

/** The tables of {@code wirepath interfaces}. */
public final class InterfaceTable {

    private InterfaceTable() {}

    /** A row an interface, and below it what is to be said of them. */
    public static String of(List<InterfaceFacts> interfaces, Style style) {
        StringBuilder to = new StringBuilder();
        TextTable table = new TextTable("<interface", "<fit", "<state", "mtu", "<driver", "<offloads", "<addresses");
        List<String> remarks = new ArrayList<>();
        for (InterfaceFacts facts : interfaces) {
            String name = Figures.printable(facts.name());
            table.row(
                    name,
                    facts.isFit() ? "yes" : "no",
                    state(facts),
                    facts.mtu() == 0 ? "" : Integer.toString(facts.mtu()),
                    Figures.printable(facts.driver()),
                    String.join(",", facts.offloads()),
                    String.join(" ", facts.addresses()));
            facts.obstacles().forEach(sentence -> remarks.add("  " + name + " " + sentence));
            facts.hints().forEach(sentence -> remarks.add("  " + name + ": " + sentence));
        }
        table.print(to, style);
        remarks.forEach(remark -> Wrapping.lines(remark.strip(), style.tableColumns() - 2)
                .forEach(line -> to.append("  ").append(line).append('\n')));
        return to.toString();
    }

    private static String state(InterfaceFacts facts) {
        String state = !facts.up() ? "down" : facts.running() ? "up" : "no carrier";
        return facts.promiscuous() ? state + ", promiscuous" : state;
    }
}
