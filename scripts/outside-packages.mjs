/** Packages that stay outside the bundle, because they look for files beside their own (a native binary, a thread's program), or are loaded only when needed. */
export const OUTSIDE = ["better-sqlite3", "sqlite-vec", "piscina", "any-ascii"];
