/** The meaning of a property, with its unit if it has one; and an example if its type does not give one. */
export type Description = string | readonly [text: string, example: unknown];

/**
 * By name of a property, the same description wherever the meaning is the same. A longer key takes
 * precedence: the operation or the named schema (`Rollout.boxes`), the parent property (`counts.failed`), or
 * the resource (`work_order:title`: in every operation and schema about work orders).
 */
export type Descriptions = Readonly<Record<string, Description>>;
