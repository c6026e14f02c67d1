// The Supervisor as an app meets it, in front of a real Home Assistant: the proxy for HTTP and WebSocket, which answers 502 until Core runs, and
// the few paths that an app without further rights may ask. It listens on a Unix socket; the app's network leads there.
import { createServer } from "node:http";
import { WebSocket, WebSocketServer } from "ws";

/** What the proxy forbids to apps since Supervisor 2026.08: commands of the Supervisor itself. */
const FORBIDDEN = /^(supervisor|hassio)\//;
const OPTIONS_WERE_WRITTEN = { result: "ok", data: {} };

export class FakeSupervisor {
  /** A new one at each start of the app; another one is refused. */
  token = "";
  /** False: Core is away, whatever the real one does. */
  #coreIsLetIn = true;
  /** Method and path of all that was asked, in order; and refused logins. */
  asked = [];
  refused = 0;
  /** What was announced to Home Assistant. */
  discovered = [];
  #home;
  #server = createServer((request, response) => this.#answer(request, response));
  #sockets = new WebSocketServer({ noServer: true });
  #open = new Set();

  /** `home`: url and token of the real Home Assistant. */
  constructor({ home }) {
    this.#home = home;
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  listen(path) {
    const { promise, resolve } = Promise.withResolvers();
    this.#server.listen(path, resolve);
    return promise;
  }

  /** Core stops, as the app sees it: its connection ends, and nothing but 502 comes until it runs. */
  stopCore() {
    this.#coreIsLetIn = false;
    for (const socket of this.#open) socket.close(1000);
  }

  startCore() {
    this.#coreIsLetIn = true;
  }

  close() {
    for (const socket of this.#open) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Whether Core says that all of it has started: before that the proxy lets nobody through. */
  async #coreRuns() {
    if (!this.#coreIsLetIn) return false;
    try {
      const answer = await fetch(`${this.#home.url}/api/config`, { headers: { authorization: `Bearer ${this.#home.token}` } });
      return (await answer.json()).state === "RUNNING";
    } catch {
      return false;
    }
  }

  #isApp(request) {
    return this.token !== "" && request.headers.authorization === `Bearer ${this.token}`;
  }

  async #answer(request, response) {
    this.asked.push(`${request.method} ${request.url}`);
    const json = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const error = (status, message) => json(status, { result: "error", message });
    if (!this.#isApp(request)) {
      this.refused += 1;
      return error(401, "Unauthorized");
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { pathname } = new URL(request.url, "http://supervisor");
    if (pathname.startsWith("/core/api/")) return this.#passOn(request, response, body);
    if (pathname === "/discovery" && request.method === "POST") {
      this.discovered.push(JSON.parse(body.toString()));
      return json(200, { result: "ok", data: { uuid: "00000000000000000000000000000001" } });
    }
    if (pathname === "/addons/self/info") {
      return json(200, {
        result: "ok",
        data: { slug: "0123abcd_ha_personal_assistant", hostname: "0123abcd-ha-personal-assistant", ingress: true },
      });
    }
    if (pathname === "/addons/self/options") return json(200, OPTIONS_WERE_WRITTEN);
    if (pathname === "/supervisor/ping") return json(200, { result: "ok", data: {} });
    return error(403, "Forbidden");
  }

  async #passOn(request, response, body) {
    if (!(await this.#coreRuns())) return response.writeHead(502).end();
    const path = request.url.replace(/^\/core/, "");
    if (path.startsWith("/api/hassio")) return response.writeHead(403).end();
    const headers = { authorization: `Bearer ${this.#home.token}`, "content-type": request.headers["content-type"] ?? "application/json" };
    const answer = await fetch(`${this.#home.url}${path}`, { method: request.method, headers, ...(body.length > 0 && { body }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }

  async #upgrade(request, socket, head) {
    this.asked.push(`WS ${request.url}`);
    const path = request.url.replace(/\?.*/, "");
    if (!["/core/websocket", "/core/api/websocket"].includes(path)) return socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    if (!(await this.#coreRuns())) return socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
    this.#sockets.handleUpgrade(request, socket, head, (app) => this.#serve(app));
  }

  /** The app logs in with its own token; upstream it is the Supervisor who does, with an administrator's. */
  #serve(app) {
    this.#open.add(app);
    app.on("error", () => app.terminate());
    app.on("close", () => this.#open.delete(app));
    app.send(JSON.stringify({ type: "auth_required", ha_version: "2026.11.0" }));
    app.once("message", (data) => {
      const { access_token } = JSON.parse(data.toString());
      if (access_token !== this.token) {
        this.refused += 1;
        app.send(JSON.stringify({ type: "auth_invalid", message: "Invalid access" }));
        return app.close();
      }
      const core = new WebSocket(`${this.#home.url.replace(/^http/, "ws")}/api/websocket`, { perMessageDeflate: false });
      core.on("error", () => app.terminate());
      core.on("close", () => app.close());
      app.on("close", () => core.close());
      core.on("message", (frame) => {
        const text = frame.toString();
        if (text.startsWith('{"type":"auth_required"')) core.send(JSON.stringify({ type: "auth", access_token: this.#home.token }));
        else app.send(text);
      });
      app.on("message", (frame) => {
        const text = frame.toString();
        const { type, id } = JSON.parse(text);
        if (typeof type === "string" && FORBIDDEN.test(type)) {
          app.send(JSON.stringify({ id, type: "result", success: false, error: { code: "unauthorized", message: "Unauthorized" } }));
        } else core.send(text);
      });
    });
  }
}
