// Builds the Dockerfile without a Docker engine and without a registry: buildah in a chroot, on stand-ins for the two images that the Dockerfile
// names, made of Debian's packages and this machine's Node. What is made once is kept in the cache; see prove.mjs.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const standIn = join(import.meta.dirname, "stand-in");
/** Where this system keeps whom it trusts; a proxy of its own may be among them. */
const TRUSTED = "/etc/ssl/certs/ca-certificates.crt";
/** As stand-in/Dockerfile.node has it. */
const NPM_CACHE = "/npm-cache";
const PACKAGES = "bash,binutils,ca-certificates,curl,execline,jq,s6,tzdata,xz-utils";

/** The images that the Dockerfile names, in order: that of Node, and the base. */
function imagesNamed() {
  const [node, base] = [...readFileSync(join(root, "Dockerfile"), "utf8").matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
  return { node, base };
}

function run(command, args, options = {}) {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28, ...options });
}

/** Where this system has Debian's packages from; none for mmdebstrap's own choice. */
function debianHere() {
  const places = run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).split("\n");
  return places.filter((place) => /\/debian\/?$/.test(place)).slice(0, 1);
}

/** buildah on a store of its own. */
export function createBuildah(cache) {
  const store = ["--root", join(cache, "store"), "--runroot", join(cache, "run"), "--storage-driver", "overlay"];
  return (...args) => run("buildah", [...store, ...args]).trim();
}

const COMMON = ["--isolation", "chroot", "--format", "docker", "--pull-never"];

/** Makes the images that the Dockerfile names, where they are missing or no longer what they were made of. */
export function makeStandIns({ cache }) {
  mkdirSync(cache, { recursive: true });
  const buildah = createBuildah(cache);
  const images = imagesNamed();
  const node = realpathSync(process.execPath);
  // npm stands beside the node that is first on the system's path, not beside the one of node_modules
  const path = process.env.PATH.split(":").filter((folder) => !folder.includes("node_modules"));
  const npm = dirname(dirname(realpathSync(path.map((folder) => join(folder, "npm")).find((file) => existsSync(file)))));
  const made = ["init", "with-contenv", "Dockerfile.base", "Dockerfile.node"].map((file) => readFileSync(join(standIn, file)));
  const key = [PACKAGES, images.base, images.node, process.version, ...made].reduce(
    (hash, part) => hash.update(part),
    createHash("sha256"),
  );
  const mark = join(cache, `stand-ins-${key.digest("hex").slice(0, 16)}`);
  if (!existsSync(mark)) {
    const context = join(cache, "context");
    rmSync(context, { recursive: true, force: true });
    mkdirSync(context);
    const tar = join(cache, `base-${createHash("sha256").update(PACKAGES).digest("hex").slice(0, 16)}.tar`);
    if (!existsSync(tar)) {
      run("mmdebstrap", ["--quiet", "--variant=minbase", `--include=${PACKAGES}`, "trixie", `${tar}.new.tar`, ...debianHere()]);
      renameSync(`${tar}.new.tar`, tar);
    }
    copyFileSync(tar, join(context, "base.tar"));
    for (const file of ["init", "with-contenv"]) copyFileSync(join(standIn, file), join(context, file));
    buildah("bud", ...COMMON, "-f", join(standIn, "Dockerfile.base"), "-t", images.base, context);
    rmSync(join(context, "base.tar"));
    copyFileSync(node, join(context, "node"));
    cpSync(npm, join(context, "npm"), { recursive: true, dereference: true });
    copyFileSync(TRUSTED, join(context, "ca.crt"));
    const registry = run("npm", ["config", "get", "registry"], { cwd: cache }).trim();
    const args = ["--build-arg", `BASE=${images.base}`, "--build-arg", `REGISTRY=${registry}`];
    buildah("bud", ...COMMON, ...args, "-f", join(standIn, "Dockerfile.node"), "-t", images.node, context);
    rmSync(context, { recursive: true });
    writeFileSync(mark, "");
  }
}

/** Builds the image on them. Returns its name. */
export function buildImage({ cache, version }) {
  const buildah = createBuildah(cache);
  const npmCache = run("npm", ["config", "get", "cache"], { cwd: cache }).trim();
  const name = "localhost/assistant:proof";
  const options = [
    "--layers",
    "--build-arg",
    `BUILD_VERSION=${version}`,
    "--volume",
    `${npmCache}:${NPM_CACHE}:rw`,
    "--ignorefile",
    join(root, ".dockerignore"),
  ];
  mkdirSync(npmCache, { recursive: true });
  buildah("bud", ...COMMON, ...options, "-f", join(root, "Dockerfile"), "-t", name, root);
  return name;
}

/** Bytes of the image's own layers, unpacked: what it takes on a disk over its base. */
export function sizeOverBase({ cache, name }) {
  const buildah = createBuildah(cache);
  const { base } = imagesNamed();
  const layersOf = (image) => JSON.parse(buildah("inspect", "--type", "image", image)).OCIv1.rootfs.diff_ids;
  const own = layersOf(name).slice(layersOf(base).length);
  const layers = JSON.parse(readFileSync(join(cache, "store/overlay-layers/layers.json"), "utf8"));
  return own
    .map((id) => layers.find((layer) => layer["diff-digest"] === id)?.["diff-size"] ?? Number.NaN)
    .reduce((sum, size) => sum + size, 0);
}
