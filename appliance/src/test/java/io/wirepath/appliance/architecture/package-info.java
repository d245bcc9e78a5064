/**
 * The rules of the house, checked on the compiled classes of all modules.
 *
 * <p>{@code HouseRules} states them, {@code HouseRulesTest} holds the program to them, and
 * {@code HouseRulesCanFailTest} shows with the classes of the {@code violation} packages, which break each rule on
 * purpose, that each can fail. The cluster's tests check the cluster by the same rules.
 */
@NullMarked
package io.wirepath.appliance.architecture;

import org.jspecify.annotations.NullMarked;
