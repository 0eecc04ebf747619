/** What a property means, with its unit where it has one; and an example where its type does not give one. */
export type Description = string | readonly [text: string, example: unknown];

/**
 * By name of a property, the same word wherever it means the same. A longer key goes first: the operation or
 * the named schema (`Rollout.boxes`), the property around it (`counts.failed`), or what the resource is about
 * (`work_order:title`: of every operation and schema about work orders).
 */
export type Descriptions = Readonly<Record<string, Description>>;
