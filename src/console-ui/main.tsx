import { render } from "preact";
import { createApi } from "./api.ts";
import { App } from "./app.tsx";
import { followTheme } from "./theme.ts";

const root = document.getElementById("app");
if (!root) throw new Error("the page has no place for its program");
followTheme(window);
render(<App api={createApi()} />, root);
