/**
 * What a service has to say to systemd, and what it hears from it.
 *
 * <pre>
 *  service ── ready, status, stopping ──► ServiceLife ──► NotifySocket ──► systemd   (datagrams, sd_notify(3))
 *          ◄─ reload ──────────────────── SIGHUP
 *  its parts ── beats ──► Liveness ──► fed every quarter of WatchdogSec, while every part moves
 * </pre>
 *
 * <p>Without systemd all of this does nothing, but SIGHUP still reloads.
 */
@NullMarked
package io.wirepath.appliance.systemd;

import org.jspecify.annotations.NullMarked;
