// The terms of the packages within the bundle: whoever passes the bundle on passes these on with it.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WITHIN_PACKAGE = /^(?<folder>(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const TERMS = "{license,licence,copying,notice,LICENSE,LICENCE,COPYING,NOTICE,License,Licence}*";
const RULE = `\n${"=".repeat(80)}\n\n`;

/** One text for people: each package whose files stand among esbuild's `inputs` (paths from `root`), with all terms that lie in its folder. */
export function licensesOf(inputs, root) {
  const folders = new Set(inputs.flatMap((path) => WITHIN_PACKAGE.exec(path)?.groups?.folder ?? []));
  const packages = [...folders].map((folder) => {
    const { name, version, license = "terms unknown", homepage } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const texts = globSync(TERMS, { cwd: join(root, folder), withFileTypes: true })
      .filter((one) => one.isFile() && !/\.[cm]?[jt]s$/.test(one.name))
      .map((one) => one.name)
      .sort()
      .map((file) => readFileSync(join(root, folder, file), "utf8").trim());
    // some packages hold no text of their terms: what they say of themselves stands in its place
    return {
      heading: `${name} ${version} (${license})`,
      terms: (texts.length > 0 ? texts : [homepage ?? `the package ${name} of npm`]).join("\n\n"),
    };
  });
  // packages of the same makers have the very same text: it stands there once, below all of them
  const byTerms = [...Map.groupBy(packages, ({ terms }) => terms)].map(([terms, same]) => {
    return `${[...new Set(same.map(({ heading }) => heading))].sort().join("\n")}\n\n${terms}`;
  });
  return `${byTerms.sort().join(RULE)}\n`;
}
