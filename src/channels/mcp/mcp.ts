import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { Hono, type HonoRequest } from "hono";
import type { Logger } from "../../observability/logger.ts";
import { atMost, onlyPrograms, type ProgramEnv } from "../programs/guard.ts";
import type { Client, Programs } from "../programs/programs.ts";
import { createMcpTools, type McpToolParts, PASSAGE, passageIn } from "./mcp-tools.ts";

/** A call has a text of a few thousand characters, or some ids. */
const LARGEST_REQUEST = 64_000;

const INSTRUCTIONS = `A home, by Home Assistant. Look things up with the tools that read. What changes something is decided by the home's rules: a result with
requires_confirmation means that a person is asked now and nothing was done yet; look with get_message_result what came of it. Never say that something was done unless a result says so.`;

interface McpParts extends McpToolParts {
  readonly programs: Pick<Programs, "clientOf" | "waitFor">;
  readonly name: string;
  readonly version: string;
  readonly logger: Logger;
}

/** Model Context Protocol over HTTP: each request stands alone, and has a token. */
export function createMcp({ programs, name, version, logger, ...parts }: McpParts): Hono<ProgramEnv> {
  const tools = createMcpTools(parts);
  const serverFor = (client: Client): Server => {
    const server = new Server(
      { name: "ha-personal-assistant", title: name, version },
      { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler("tools/list", () => ({
      tools: tools.list().map(({ call: _, offered: __, ...tool }) => ({
        ...tool,
        inputSchema: { ...tool.inputSchema, type: "object" as const },
      })),
    }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const answer = await tools.get(params.name)?.call(params.arguments ?? {}, client, mcpReq.signal);
      const { passages = [], ...content } = answer ?? { ok: false, error: "unknown_tool" };
      const links = passages.map(({ uri, place }) => ({ type: "resource_link" as const, uri, name: place }));
      return {
        content: [{ type: "text" as const, text: JSON.stringify(content) }, ...links],
        structuredContent: content,
        isError: content["ok"] === false,
      };
    });
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: [
        { uriTemplate: PASSAGE, name: "passage", description: "A passage that search_knowledge found", mimeType: "text/plain" },
      ],
    }));
    server.setRequestHandler("resources/read", ({ params: { uri } }) => {
      const passage = passageIn(uri, client, parts);
      if (!passage) throw new Error("There is no such passage.");
      return { contents: [{ uri, mimeType: "text/plain", text: passage }] };
    });
    return server;
  };

  const app = new Hono<ProgramEnv>();
  const answer = async (client: Client, request: HonoRequest): Promise<Response> => {
    const handler = createMcpHandler(() => serverFor(client), {
      onerror: (err) => logger.debug({ err }, "a request by MCP was not answered"),
    });
    return handler.fetch(request.raw, request.method === "POST" ? { parsedBody: await messageIn(request) } : {});
  };
  // Home Assistant's own client can be given an address only
  for (const [path, isInPath] of [
    ["/mcp", false],
    ["/mcp/:token", true],
  ] as const) {
    app.use(path, onlyPrograms(programs, { isInPath }), atMost(LARGEST_REQUEST));
    app.all(path, (context) => answer(context.var.client, context.req));
  }
  return app;
}

/** The message of a request; null, which is none, for what is not JSON and for a batch: a request counts once, so it may ask once. */
async function messageIn(request: HonoRequest): Promise<unknown> {
  const message: unknown = await request.json().catch(() => null);
  return Array.isArray(message) ? null : message;
}
