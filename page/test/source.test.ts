import assert from "node:assert/strict";
import test from "node:test";
import { findSource } from "../src/source";

/** A connection for what the service tells, of which the test says what becomes. */
class Connection {
  static readonly CLOSED = 2;
  static latest: Connection;
  readyState = 0;
  readonly #heard = new Map<string, (event?: { data: string }) => void>();

  constructor() {
    Connection.latest = this;
  }

  addEventListener(name: string, listener: (event?: { data: string }) => void): void {
    this.#heard.set(name, listener);
  }

  close(): void {
    this.readyState = Connection.CLOSED;
  }

  is(name: string): void {
    this.#heard.get(name)?.();
  }

  tells(window: string, reports: number): void {
    this.#heard.get("report")?.({ data: JSON.stringify({ window, reports }) });
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

test("a report is new where there was none before, also of a window that came late, and not for who connects again", () => {
  const told: [string, boolean][] = [];
  const leave = findSource().follow((window, anew) => told.push([window, anew]));
  Connection.latest.tells("b", 2);
  Connection.latest.tells("c", 3);
  Connection.latest.tells("c", 4);
  Connection.latest.tells("c", 4);
  leave();
  assert.deepEqual(told, [
    ["b", false],
    ["c", true],
    ["c", true],
    ["c", false],
  ]);
});
