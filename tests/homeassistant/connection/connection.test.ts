import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { type ConnectionTimings, HomeAssistantConnection } from "../../../src/homeassistant/connection/connection.ts";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "../../../src/homeassistant/connection/errors.ts";
import { reconnectDelay } from "../../../src/homeassistant/connection/pacing.ts";
import { BareServer } from "../bare-server.ts";
import { recordingLogger } from "../log.ts";
import { quiet, until } from "../waiting.ts";

const QUICK: Partial<ConnectionTimings> = { quickRetryMs: 10, refusedTokenRetryMs: 20, refusedTokenLongestMs: 40, loginTimeoutMs: 100 };

function connect(server: { url: string }, options: { token?: string | (() => string); timings?: Partial<ConnectionTimings> } = {}) {
  const { logger, lines } = recordingLogger();
  const timings = { ...QUICK, ...options.timings };
  const connection = new HomeAssistantConnection({ url: server.url, token: options.token ?? "good", logger, timings });
  connection.start();
  return { connection, lines };
}

describe("making the connection", () => {
  test("a login is told to its listeners after the subscriptions were sent", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    const order: string[] = [];
    connection.subscribe({ type: "subscribe_events", event_type: "telegram_text" }, () => {});
    connection.onConnected(async ({ at: since }) => {
      order.push(typeof since);
      await connection.command({ type: "get_config" });
      order.push(...server.sent);
    });

    await until(() => order.length > 1);

    expect(order).toEqual(["number", "subscribe_events telegram_text", "get_config"]);
    expect(connection).toMatchObject({ connected: true });
  });

  test("a home that is refused at first, answers 502 and then lets us in, is reached without a word of ours", async () => {
    await using server = await BareServer.start();
    await server.stop();
    const { connection, lines } = connect(server);
    await using _ = connection;
    await quiet();
    server.manners = "502";
    await server.open();
    await until(() => server.attempts > 2);
    server.manners = "polite";

    await until(() => connection.connected);

    expect(lines.filter(({ msg }) => msg.includes("cannot be reached"))).toHaveLength(1);
  });

  test("a home that accepts the socket but never answers the login is given up and tried again", async () => {
    await using server = await BareServer.start();
    server.manners = "silent";
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => server.attempts > 1);
    server.manners = "polite";

    await until(() => connection.connected);
  });

  test("a refused token is told once, and a repaired one is taken without a restart", async () => {
    await using server = await BareServer.start();
    let token = "bad";
    const { connection, lines } = connect(server, { token: () => token });
    await using _ = connection;
    await until(() => server.attempts > 3);
    expect(connection.connected).toBe(false);
    token = "good";

    await until(() => connection.connected);

    expect(lines.filter(({ msg }) => msg.includes("refused the token"))).toHaveLength(1);
  });

  test("a token that is revoked while running and given back later ends in a login", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    server.token = "another";
    const attempts = server.attempts;
    server.drop();
    await until(() => server.attempts > attempts + 1);
    server.token = "good";

    await until(() => connection.connected);
  });

  test("a home that takes the login and closes at once is asked again at once one time only", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server, { timings: { quickRetryMs: 60_000 } });
    await using _ = connection;
    connection.onConnected(() => server.drop());
    await until(() => server.logins > 1);
    await quiet();

    expect(server.logins).toBe(2);
  });

  test("after a session that lasted the next login is tried at once", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server, { timings: { quickRetryMs: 60_000, lastingSessionMs: 20 } });
    await using _ = connection;
    for (const logins of [1, 2, 3]) {
      await until(() => server.logins === logins && connection.connected);
      await quiet();
      server.drop();
    }

    await until(() => server.logins > 3);
  });

  test("an address that is none is told and does not end the process", async () => {
    const { connection, lines } = connect({ url: "http://:::" });
    await using _ = connection;

    await until(() => lines.some(({ msg }) => msg.includes("cannot be reached")));
  });

  test("the path of the Supervisor's proxy is kept", async () => {
    await using server = await BareServer.start();
    const { connection } = connect({ url: `${server.url}/core/` });
    await using _ = connection;

    await until(() => connection.connected);
  });

  test("the TCP connection is ended at Home Assistant's goodbye, for which it waits when it stops", async () => {
    const goodbye = Buffer.from([0x88, 0x02, 0x03, 0xe8]);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = createServer().on("upgrade", async (request, socket) => {
      const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const digest = Buffer.from(await crypto.subtle.digest("SHA-1", Buffer.from(key))).toString("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${digest}\r\n\r\n`,
      );
      // whoever is gone first resets the connection
      socket.on("error", () => {});
      socket.on("end", resolve).resume();
      socket.write(goodbye);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { connection } = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

    await ended;

    await connection[Symbol.asyncDispose]();
    server.close();
  });

  test("disposing ends it: no further attempt, commands say so", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await until(() => connection.connected);
    const late = connection.command({ type: "never/answered" });
    server.answers.set("never/answered", () => undefined);
    const closed: number[] = [];
    connection.onDisconnected(({ at }) => closed.push(at));
    const answer = expect(late).rejects.toBeInstanceOf(OutcomeUnknownError);

    await connection[Symbol.asyncDispose]();
    await answer;
    await quiet();

    expect(closed).toHaveLength(1);
    expect(server.attempts).toBe(1);
    await expect(connection.command({ type: "get_config" })).rejects.toBeInstanceOf(HomeUnreachableError);
  });
});

describe("a command", () => {
  test("resolves with its result, also when answers come in another order", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    server.answers.set("slow", (frame, socket) => {
      setTimeout(() => socket.send(JSON.stringify({ id: frame.id, type: "result", success: true, result: "slow" })), 20);
    });
    server.answers.set("fast", () => "fast");

    await expect(Promise.all([connection.command({ type: "slow" }), connection.command({ type: "fast" })])).resolves.toEqual([
      "slow",
      "fast",
    ]);
  });

  test("refused by Home Assistant rejects with its code, translation key and placeholders", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    server.answers.set("call_service", () => {
      throw {
        code: "home_assistant_error",
        message: "no",
        translation_key: "action_failed",
        translation_placeholders: { error: "Bad Gateway" },
      };
    });

    const error = await connection.command({ type: "call_service" }).catch((error: unknown) => error);

    expect(error).toBeInstanceOf(CommandError);
    expect(error).toMatchObject({
      code: "home_assistant_error",
      message: "no",
      translationKey: "action_failed",
      placeholders: { error: "Bad Gateway" },
    });
  });

  test("under way when the socket closes is of unknown outcome; asked while there is none, it was not sent", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    server.answers.set("call_service", () => undefined);
    const underWay = connection.command({ type: "call_service" }).catch((error: unknown) => error);
    await until(() => server.sent.includes("call_service"));
    await server.stop();

    expect(await underWay).toBeInstanceOf(OutcomeUnknownError);
    await expect(connection.command({ type: "call_service" })).rejects.toBeInstanceOf(HomeUnreachableError);
  });

  test("without an answer in its time, or given up, is of unknown outcome; given up before, it is not sent", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    server.answers.set("call_service", () => undefined);
    const stop = new AbortController();
    const givenUp = connection.command({ type: "call_service" }, { signal: stop.signal }).catch((error: unknown) => error);
    stop.abort(new Error("enough"));

    await expect(connection.command({ type: "call_service" }, { timeoutMs: 20 })).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(await givenUp).toBeInstanceOf(OutcomeUnknownError);
    await expect(connection.command({ type: "never/sent" }, { signal: stop.signal })).rejects.toThrow("enough");
    expect(server.sent).not.toContain("never/sent");
  });
});

describe("a subscription", () => {
  const subscribe = (connection: HomeAssistantConnection, type: string, onEvent: (event: unknown) => void = () => {}) =>
    connection.subscribe({ type: "subscribe_events", event_type: type }, onEvent);

  test("is sent again on each new socket, once, in the order in which they were made", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    subscribe(connection, "telegram_text");
    await until(() => connection.connected);
    subscribe(connection, "made_while_connected");
    for (let logins = 2; logins < 4; logins++) {
      server.drop();
      await until(() => server.logins === logins && connection.connected);
    }
    await quiet();

    expect(server.sent).toEqual(["subscribe_events telegram_text", "subscribe_events made_while_connected"]);
    expect(server.received).toHaveLength(3);
  });

  test("made while there is no connection is sent with the next login", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    await server.stop();
    await until(() => !connection.connected);
    const events: unknown[] = [];
    subscribe(connection, "late", (event) => events.push(event));
    await server.open();
    await until(() => server.sent.length === 1);
    server.say(JSON.stringify({ id: server.received.at(-1)?.[0]?.id, type: "event", event: "heard" }));
    await until(() => events.length > 0);

    expect(events).toEqual(["heard"]);
  });

  test("that Home Assistant is not ready for is asked again until it is; nothing is thrown", async () => {
    await using server = await BareServer.start();
    let refusals = 0;
    server.answers.set("mqtt/subscribe", () => {
      if (refusals++ < 2) throw { code: "unknown_command", message: "Unknown command." };
      return null;
    });
    const { connection } = connect(server);
    await using _ = connection;
    const events: unknown[] = [];
    connection.subscribe({ type: "mqtt/subscribe", topic: "button" }, (event) => events.push(event));
    await until(() => refusals === 3);
    server.say(JSON.stringify({ id: server.received[0]?.at(-1)?.id, type: "event", event: "pressed" }));

    await until(() => events.length > 0);

    expect(events).toEqual(["pressed"]);
  });

  test("whose refusal is final is told in the log and leaves the others alone", async () => {
    await using server = await BareServer.start();
    server.answers.set("trace/list", () => {
      throw { code: "unauthorized", message: "Unauthorized" };
    });
    const { connection, lines } = connect(server);
    await using _ = connection;
    connection.subscribe({ type: "trace/list" }, () => {});
    const events: unknown[] = [];
    subscribe(connection, "other", (event) => events.push(event));
    await until(() => lines.some(({ msg }) => msg === "Home Assistant refused a subscription"));
    server.say(JSON.stringify({ id: server.received[0]?.at(-1)?.id, type: "event", event: 1 }));

    await until(() => events.length > 0);

    expect(server.sent.filter((type) => type === "trace/list")).toHaveLength(1);
  });

  test("gets the events of coalesced frames one by one; a failing listener and rubbish on the line disturb nobody", async () => {
    await using server = await BareServer.start();
    const { connection, lines } = connect(server);
    await using _ = connection;
    const events: unknown[] = [];
    subscribe(connection, "a", (event) => {
      events.push(event);
      if (event === 1) throw new Error("listener is broken");
    });
    await until(() => server.sent.length === 1);
    const event = (value: number) => ({ id: server.received[0]?.[0]?.id, type: "event", event: value });
    server.say(JSON.stringify([event(1), event(2)]));
    server.say("this is not json");
    server.say("null");
    server.say(JSON.stringify(event(3)));

    await until(() => events.length === 3);

    expect(events).toEqual([1, 2, 3]);
    expect(connection.connected).toBe(true);
    expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(["a frame from Home Assistant could not be read"]));
  });

  test("that was disposed is ended in Home Assistant, hears nothing more and is not sent again", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    const events: unknown[] = [];
    const subscription = subscribe(connection, "a", (event) => events.push(event));
    await until(() => connection.connected);
    await quiet();
    subscription[Symbol.dispose]();
    server.say(JSON.stringify({ id: server.received[0]?.[0]?.id, type: "event", event: 1 }));
    await until(() => server.sent.includes("unsubscribe_events"));
    server.drop();
    await until(() => server.logins === 2 && connection.connected);
    await quiet();

    expect(events).toEqual([]);
    expect(server.sent).toEqual([]);
  });

  test("disposed before its answer came is ended when the answer comes", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    await until(() => connection.connected);
    subscribe(connection, "a")[Symbol.dispose]();

    await until(() => server.sent.includes("unsubscribe_events"));
  });
});

describe("an outage", () => {
  test("that nobody announces is noticed by the ping, and a new connection is made", async () => {
    await using server = await BareServer.start();
    const { connection, lines } = connect(server, { timings: { pingEveryMs: 30, pingTimeoutMs: 30 } });
    await using _ = connection;
    await until(() => server.sent.includes("ping"));
    expect(server.logins).toBe(1);
    let closed = 0;
    connection.onDisconnected(() => closed++);
    server.deaf = true;
    await until(() => closed === 1);
    server.deaf = false;

    await until(() => connection.connected && server.logins > 1);

    expect(lines.map(({ msg }) => msg)).toContain("Home Assistant does not answer: connecting anew");
  });

  test("leads to one new connection, not to one of ours and one of the library", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    let logins = 0;
    connection.onConnected(() => {
      logins++;
    });
    await until(() => connection.connected);
    server.drop();
    await until(() => logins === 2);
    await quiet();

    expect(server.logins).toBe(2);
  });

  test("a failing listener to logins or ends keeps nobody from being told", async () => {
    await using server = await BareServer.start();
    const { connection } = connect(server);
    await using _ = connection;
    const told: string[] = [];
    connection.onConnected(() => Promise.reject(new Error("broken")));
    connection.onConnected(() => {
      told.push("connected");
    });
    connection.onDisconnected(() => {
      throw new Error("broken");
    });
    connection.onDisconnected(() => told.push("disconnected"));
    await until(() => told.length === 1);
    server.drop();
    await until(() => told.length === 3);

    expect(told).toEqual(["connected", "disconnected", "connected"]);
  });

  test("is met with quick attempts first, then with pauses that double up to the longest, spread by chance", () => {
    const timings = {
      quickRetryMs: 250,
      quickForMs: 30_000,
      longestRetryMs: 10_000,
      refusedTokenRetryMs: 5_000,
      refusedTokenLongestMs: 60_000,
    };
    const pauseAfter = (outageMs: number, random: number) => reconnectDelay({ outageMs, failures: 1, refused: false, random }, timings);

    expect([0, 29_999].map((outage) => pauseAfter(outage, 0))).toEqual([250, 250]);
    expect([30_000, 40_000, 60_000, 3_600_000, 1e12].map((outage) => pauseAfter(outage, 1))).toEqual([500, 1_000, 4_000, 10_000, 10_000]);
    expect(pauseAfter(3_600_000, 0)).toBe(7_500);
    expect([1, 2, 4, 5, 1_000].map((failures) => reconnectDelay({ outageMs: 0, failures, refused: true, random: 1 }, timings))).toEqual([
      5_000, 10_000, 40_000, 60_000, 60_000,
    ]);
  });
});
