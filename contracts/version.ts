/** Identifies a version of a resource: `updated_at` changes with every edit. */
export interface Versioned {
  readonly id: number;
  readonly updated_at: Date | string;
}

/** The first part of a resource's ETag, compared with If-Match. */
export const versionOf = ({ id, updated_at }: Versioned): string =>
  `${id}.${new Date(updated_at).getTime().toString(36)}`;

/** If-Match for changing a resource as displayed, also as part of a list (RFC 9110, 13.1.1). */
export const ifMatchOf = (resource: Versioned): string => `"${versionOf(resource)}"`;
