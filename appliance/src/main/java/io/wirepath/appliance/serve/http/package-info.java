/**
 * The service over HTTP: reports, windows, clocks, settings as JSON; metrics for Prometheus; health.
 *
 * <pre>
 *  HttpService ─► SignInResource: to the site's own log-in and back, which begins one of Sessions
 *              ├► Guard (loopback, token or session) ─► …Resource: reports, merge, settings, queries, lifelines, …
 *              │                                     └► Metrics: Prometheus' text form
 *              └► Problem: every error as JSON: what is wrong, where, what to do
 *
 *  HttpSettings refuses an address other than the loopback without TLS and a token; PemKeyStore reads the certificate
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.serve.http;

import org.jspecify.annotations.NullMarked;
