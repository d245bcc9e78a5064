package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.wirepath.appliance.config.binding.ConfigException;
import io.wirepath.appliance.config.binding.EffectiveConfig;
import io.wirepath.appliance.config.binding.EffectiveConfig.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath config show}: what holds, and where it came from. */
@Command(
        name = "show",
        description = {
            "Prints every key with its effective value and origin: default, a line of a file, a variable of",
            "the environment, or the command line."
        })
final class ConfigShowCommand extends StandardOptions {

    private static final int WIDEST_COLUMN = 40;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Configuration files of one service, later ones overriding earlier ones.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private ConfigFileOptions options;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(names = "--changed", description = "Leaves out what has its default.")
    private boolean changed;

    @Override
    public Integer call() throws IOException, ConfigException {
        EffectiveConfig<?> read = options.kind(files).reader().read(options.sources(files));
        List<Setting> settings = read.settings().stream()
                .filter(setting -> !changed || !setting.value().equals(setting.byDefault()))
                .toList();
        console.print(json ? json(settings) : text(settings, console.columns()));
        return CommandTree.DONE;
    }

    private static String text(List<Setting> settings, int columns) {
        int width = settings.stream()
                .map(ConfigShowCommand::entry)
                .mapToInt(String::length)
                .filter(length -> length <= WIDEST_COLUMN)
                .max()
                .orElse(1);
        StringBuilder text = new StringBuilder();
        for (Setting setting : settings) {
            String line = ("%-" + width + "s  # %s%n").formatted(entry(setting), setting.origin());
            boolean fits = columns == 0 || line.length() <= columns + 1;
            text.append(fits ? line : "%s%n    # %s%n".formatted(entry(setting), setting.origin()));
        }
        return text.toString();
    }

    private static String entry(Setting setting) {
        return setting.path() + ": " + setting.value();
    }

    private static String json(List<Setting> settings) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Setting setting : settings) {
            array.addObject()
                    .put("key", setting.path())
                    .put("value", setting.value())
                    .put("default", setting.byDefault())
                    .put("source", setting.origin().word())
                    .put("place", setting.origin().place())
                    .put("reloads", setting.reloadable());
        }
        return array.toPrettyString() + "\n";
    }
}
