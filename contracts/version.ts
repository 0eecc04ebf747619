/** What identifies a version of a resource: `updated_at` moves with every edit. */
export interface Versioned {
  readonly id: number;
  readonly updated_at: Date | string;
}

/** The first part of a resource's ETag: what If-Match is held against. */
export const versionOf = ({ id, updated_at }: Versioned): string =>
  `${id}.${new Date(updated_at).getTime().toString(36)}`;

/** If-Match for a change of a resource as it was shown, also where it came with others in a list (RFC 9110, 13.1.1). */
export const ifMatchOf = (resource: Versioned): string => `"${versionOf(resource)}"`;
