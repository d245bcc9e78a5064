package io.wirepath.sniffer.live;

import java.util.concurrent.TimeUnit;

/** The machine's time: the one class before the appliance that asks for it. */
final class SystemClock implements PortClock, PacedSource.Ticker {

    static final SystemClock INSTANCE = new SystemClock();

    private SystemClock() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long epochNanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }
}
