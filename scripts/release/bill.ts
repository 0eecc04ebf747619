/** A component of a bill of materials, by its name in it. */
interface Part {
  readonly 'bom-ref': string;
}

/** A bill of materials as npm writes it: the part of CycloneDX that is needed to cut it. */
export interface Bill<C extends Part> {
  readonly metadata: { readonly component: { name: string; readonly 'bom-ref': string } };
  components: C[];
  dependencies: { readonly ref: string; dependsOn?: readonly string[] }[];
}

/**
 * The bill of the packages that ship: the dependencies of the rooms by `asked` (names by room), and their
 * dependencies. npm's own `--omit=dev` also leaves out every package that another one needs for development,
 * even if the product needs it to run.
 */
export function shippedOf<C extends Part>(
  bill: Bill<C>,
  versionsByRoom: Readonly<Record<string, readonly string[]>>,
): Bill<C> {
  const needs = new Map(bill.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const nameOf = (ref: string) => ref.replace(/(.)@.*$/, '$1');
  const rooms = new Set(
    bill.components.map((one) => one['bom-ref']).filter((ref) => nameOf(ref) in versionsByRoom),
  );
  const reached = new Set(rooms);
  for (const ref of reached) {
    const names = rooms.has(ref) ? versionsByRoom[nameOf(ref)] : undefined;
    for (const next of needs.get(ref) ?? [])
      if (names === undefined || names.includes(nameOf(next))) reached.add(next);
  }
  const root = bill.metadata.component['bom-ref'];
  return {
    ...bill,
    components: bill.components.filter((one) => reached.has(one['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => ref === root || reached.has(ref))
      .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => reached.has(ref)) })),
  };
}
