/**
 * One run of {@code wirepath serve}: the parts that its configuration asks for, started and stopped in order.
 *
 * <pre>
 *  config.ServeConfig ─► ConfiguredService: ServeSettings, HttpSettings, ship.SpoolReceiver.Settings
 *                            └► ServeRun: Service, HttpService, SpoolReceiver, systemd.ServiceLife
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.serve.run;

import org.jspecify.annotations.NullMarked;
