import type { AnyEndpoint } from '../endpoint.ts';

/**
 * The resources of the API, one line each, in the order of its documentation: server, browser and documents
 * read this list.
 */
export const RESOURCES = [
  await import('./auth.ts'),
  await import('./second-factor.ts'),
  await import('./sso.ts'),
  await import('./users.ts'),
  await import('./users-import.ts'),
  await import('./scim.ts'),
  await import('./avatars.ts'),
  await import('./push.ts'),
  await import('./clients.ts'),
  await import('./boxes.ts'),
  await import('./box-columns.ts'),
  await import('./box-refused.ts'),
  await import('./box-links.ts'),
  await import('./box-actions.ts'),
  await import('./box-hardware.ts'),
  await import('./box-claims.ts'),
  await import('./notes.ts'),
  await import('./aeros.ts'),
  await import('./measures.ts'),
  await import('./jobs.ts'),
  await import('./set-aside.ts'),
  await import('./diagnostics.ts'),
  await import('./duty.ts'),
  await import('./reports.ts'),
  await import('./saved-views.ts'),
  await import('./silences.ts'),
  await import('./alerts.ts'),
  await import('./alert-columns.ts'),
  await import('./work-orders.ts'),
  await import('./work-order-photos.ts'),
  await import('./inbox.ts'),
  await import('./notices.ts'),
  await import('./webhooks.ts'),
  await import('./supervisors.ts'),
  await import('./supervisor-files.ts'),
  await import('./firmwares.ts'),
  await import('./rollouts.ts'),
  await import('./forecast.ts'),
  await import('./line.ts'),
  await import('./weather.ts'),
  await import('./tags.ts'),
  await import('./keys.ts'),
  await import('./console.ts'),
  await import('./operation.ts'),
  await import('./docs.ts'),
] as const;

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'level' in value
  );
}

/** Every endpoint of the API by the name that its file exports. */
export const NAMED_ENDPOINTS: readonly (readonly [string, AnyEndpoint])[] = RESOURCES.flatMap((resource) =>
  Object.entries<unknown>(resource)
    .flatMap(([key, value]) => (isEndpoint(value) ? [[key, value] as const] : []))
    // The order of a module's exports depends on how modules are loaded.
    .sort(([, one], [, other]) => (one.name < other.name ? -1 : 1)),
);
/** Every endpoint of the API. */
export const ENDPOINTS: readonly AnyEndpoint[] = NAMED_ENDPOINTS.map(([, endpoint]) => endpoint);
