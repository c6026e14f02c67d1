import { z } from "zod";
import type { ActTool } from "../../agent/toolbox.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { CAMERA_IMAGE } from "../../homeassistant/services/services.ts";
import { defineActTool } from "../tool.ts";

const input = z.object({ entity_id: z.string().max(255) });

/** Proposes to show the person what one camera sees now. The picture goes to their chat, never to the model. */
export function createGetCameraImage({ home }: { readonly home: Pick<Home, "domains"> }): ActTool {
  const tool = defineActTool("get_camera_image", "Sends the person a camera's picture.", input, ({ entity_id }) => ({
    service: CAMERA_IMAGE,
    target: { entityId: [entity_id.trim().toLowerCase()] },
    data: {},
  }));
  return { ...tool, offered: () => home.domains.has("camera") };
}
