package io.wirepath.appliance.systemd;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * SIGHUP, the signal by which a service is told to read its configuration again.
 *
 * <p>The JDK's one way to handle a signal is {@code sun.misc.Signal}, of the module {@code jdk.unsupported}. The
 * compiler warns of each mention of it, in a way that cannot be turned off for one class, so it is called by
 * reflection.
 */
final class Hangup {

    private Hangup() {}

    /** From now on SIGHUP runs this, in a thread of its own; it no longer ends the process. */
    static void handle(Runnable action) {
        install((proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                action.run();
                yield null;
            }
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "reload on SIGHUP";
        });
    }

    /** From now on SIGHUP does nothing. */
    static void ignore() {
        handle(() -> {});
    }

    private static void install(InvocationHandler handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> type = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(Hangup.class.getClassLoader(), new Class<?>[] {type}, handler);
            signal.getMethod("handle", signal, type)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java cannot handle SIGHUP", e);
        }
    }
}
