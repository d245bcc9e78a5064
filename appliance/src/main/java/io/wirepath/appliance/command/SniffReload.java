package io.wirepath.appliance.command;

import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.LiveConfig;
import io.wirepath.appliance.sniff.SniffPlan;
import io.wirepath.appliance.sniff.SniffService;
import io.wirepath.sniffer.CaptureException;

/** Takes a configuration that was read again into the sniffers. */
final class SniffReload implements LiveConfig.Applying<SnifferConfig> {

    private final SniffService service;
    private SnifferConfig present;

    SniffReload(SnifferConfig present, SniffService service) {
        this.present = present;
        this.service = service;
    }

    @Override
    public void apply(SnifferConfig config) throws CaptureException {
        SniffPlan.apply(present, config, service.control());
        present = config;
    }
}
