/**
 * What those who listen on the network have in common: {@link io.wirepath.appliance.listen.OpenConnections} says which
 * connection is closed where there are too many, {@link io.wirepath.appliance.listen.AccessToken} and
 * {@link io.wirepath.appliance.listen.Issuer} who may ask.
 */
@NullMarked
package io.wirepath.appliance.listen;

import org.jspecify.annotations.NullMarked;
