package io.wirepath.appliance.config.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The least and the most that a value may be, both written as in a file: {@code @Between(least = "1s", most = "1h")}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Between {

    /** The least value allowed. */
    String least();

    /** The greatest value allowed. */
    String most();
}
