import assert from "node:assert/strict";
import test from "node:test";
import { findSource } from "../src/source";

/** A connection for what the service tells, of which the test says what becomes. */
class Connection {
  static readonly CLOSED = 2;
  static latest: Connection;
  readyState = 0;
  readonly #heard = new Map<string, () => void>();

  constructor() {
    Connection.latest = this;
  }

  addEventListener(name: string, listener: () => void): void {
    this.#heard.set(name, listener);
  }

  close(): void {
    this.readyState = Connection.CLOSED;
  }

  is(name: string): void {
    this.#heard.get(name)?.();
  }

  fails(): void {
    this.readyState = Connection.CLOSED;
    this.is("error");
  }
}

Object.assign(globalThis, { EventSource: Connection, document: { getElementById: () => null } });

test("a service that refuses connection after connection is away, until one holds or nobody listens", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const source = findSource();
  const told: boolean[] = [];
  const deaf = source.more!.onAway((gone) => told.push(gone));
  const leave = source.follow(() => {});
  Connection.latest.is("open");
  Connection.latest.fails();
  assert.deepEqual(told, [false]);
  t.mock.timers.tick(5000);
  Connection.latest.fails();
  assert.deepEqual(told, [false, true]);
  t.mock.timers.tick(5000);
  Connection.latest.is("open");
  assert.deepEqual(told, [false, true, false]);
  Connection.latest.fails();
  t.mock.timers.tick(5000);
  Connection.latest.fails();
  leave();
  assert.deepEqual(told, [false, true, false, true, false]);
  deaf();
});
