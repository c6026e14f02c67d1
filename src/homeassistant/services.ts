/** A service call as a tool or the recogniser proposes it; targets may still be areas, floors, labels, devices or `all`. */
export interface ServiceCall {
  /** `domain.service` */
  readonly service: string;
  readonly target: ServiceTarget;
  /** Fields of the service, without targets. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ServiceTarget {
  readonly entityId?: readonly string[];
  readonly deviceId?: readonly string[];
  readonly areaId?: readonly string[];
  readonly floorId?: readonly string[];
  readonly labelId?: readonly string[];
}

/** A call that Home Assistant will understand: the service exists, its fields fit, every target is an exposed entity that it acts on. */
export interface ResolvedCall {
  readonly service: string;
  /** Sorted, unique, lower case; empty only for services that take no entity. */
  readonly entityIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is wrong with a call, in words that a model can mend; `nearest` are right names close to a wrong one. */
export interface CallProblem {
  readonly error:
    | "unknown_service"
    | "unknown_field"
    | "missing_field"
    | "invalid_field"
    | "unknown_target"
    | "wrong_domain"
    | "not_exposed"
    | "no_target"
    | "not_ready";
  readonly message: string;
  readonly nearest?: readonly string[];
}

export type Resolution = { readonly ok: true; readonly call: ResolvedCall } | { readonly ok: false; readonly problem: CallProblem };

/** Home Assistant's services, checked before anything is sent: Home Assistant itself answers success to most wrong calls. */
export interface Services {
  resolve(call: ServiceCall): Resolution;
  /** True if Home Assistant lists it. */
  exists(service: string): boolean;
}
