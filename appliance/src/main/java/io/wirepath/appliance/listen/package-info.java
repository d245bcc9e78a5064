/**
 * What those who listen on the network have in common: {@link io.wirepath.appliance.listen.OpenConnections} says which
 * connection is closed where there are too many.
 */
@NullMarked
package io.wirepath.appliance.listen;

import org.jspecify.annotations.NullMarked;
