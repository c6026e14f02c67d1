// Property tests repeat the same cases in every run, so that a failure is there again; PROPERTY_SEED=7 tries others.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 1) });
