interface Targeted {
  readonly call: { readonly service: string; readonly entityIds: readonly string[] };
}

/**
 * Groups the actions of one step: those that share a target stand in one chain, in their order, for the later one means the state that
 * the earlier one leaves. Chains touch nothing in common. A call without entities is chained to its own service's.
 */
export function chainsOf<Action extends Targeted>(actions: readonly Action[]): readonly (readonly Action[])[] {
  let chains: { readonly touched: ReadonlySet<string>; readonly members: readonly { index: number; action: Action }[] }[] = [];
  actions.forEach((action, index) => {
    const { service, entityIds } = action.call;
    const touched = new Set(entityIds.length > 0 ? entityIds : [service]);
    const joined = chains.filter((chain) => !chain.touched.isDisjointFrom(touched));
    chains = chains.filter((chain) => !joined.includes(chain));
    const members = [...joined.flatMap((chain) => chain.members), { index, action }].sort((a, b) => a.index - b.index);
    chains.push({ touched: joined.reduce((all, chain) => all.union(chain.touched), touched), members });
  });
  return chains.map(({ members }) => members.map(({ action }) => action));
}
