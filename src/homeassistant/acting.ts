import type { Permit } from "../security/policy.ts";
import type { Receipt } from "./receipts.ts";

/** The only door to do something to the house. */
export interface Actor {
  /**
   * Sends the permitted call once and waits until its expectation holds or its deadline passes. Never rejects for what the house or
   * the connection does: that is the receipt. Throws only for a value that is not a live permit.
   */
  act(permit: Permit, options?: { signal?: AbortSignal }): Promise<Receipt>;
}
