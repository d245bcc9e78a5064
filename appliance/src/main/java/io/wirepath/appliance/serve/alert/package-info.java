/**
 * Who is told of problems as they begin and end. {@link io.wirepath.appliance.serve.alert.Webhook} sends what an
 * {@link io.wirepath.appliance.serve.alert.AlertForm} makes of each, in the order in which it happens;
 * {@link io.wirepath.appliance.serve.alert.Outbox} sends it by a {@link io.wirepath.appliance.serve.alert.Transport},
 * and is patient.
 *
 * <pre>
 *  FindingLog ─► Webhook (AlertForm says how) ─► Outbox ─► Transport (HTTP, syslog)
 *      ▲                                            │ taken, refused or dropped
 *      └────────────────────────────────────────────┘
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.serve.alert;

import org.jspecify.annotations.NullMarked;
