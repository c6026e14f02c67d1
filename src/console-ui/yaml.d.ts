/** A file of messages, as scripts/build-console.mjs bundles it. */
declare module "*.yaml" {
  export const messages: Readonly<Record<string, string>>;
}

declare module "*.css";
