import type { AnyEndpoint } from '../endpoint.ts';
import * as aeros from './aeros.ts';
import * as alerts from './alerts.ts';
import * as auth from './auth.ts';
import * as avatars from './avatars.ts';
import * as boxActions from './box-actions.ts';
import * as boxLinks from './box-links.ts';
import * as boxes from './boxes.ts';
import * as clients from './clients.ts';
import * as console from './console.ts';
import * as diagnostics from './diagnostics.ts';
import * as docs from './docs.ts';
import * as firmwares from './firmwares.ts';
import * as forecast from './forecast.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as line from './line.ts';
import * as measures from './measures.ts';
import * as notes from './notes.ts';
import * as operation from './operation.ts';
import * as push from './push.ts';
import * as reports from './reports.ts';
import * as savedViews from './saved-views.ts';
import * as secondFactor from './second-factor.ts';
import * as setAside from './set-aside.ts';
import * as silences from './silences.ts';
import * as sso from './sso.ts';
import * as supervisorFiles from './supervisor-files.ts';
import * as supervisors from './supervisors.ts';
import * as tags from './tags.ts';
import * as users from './users.ts';
import * as weather from './weather.ts';
import * as webhooks from './webhooks.ts';
import * as workOrders from './work-orders.ts';

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'level' in value
  );
}

/** Every endpoint of the API: all that the files above export. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  auth,
  secondFactor,
  sso,
  users,
  avatars,
  push,
  clients,
  boxes,
  boxLinks,
  boxActions,
  notes,
  aeros,
  measures,
  jobs,
  setAside,
  diagnostics,
  reports,
  savedViews,
  silences,
  alerts,
  workOrders,
  webhooks,
  supervisors,
  supervisorFiles,
  firmwares,
  forecast,
  line,
  weather,
  tags,
  keys,
  console,
  operation,
  docs,
].flatMap((file) =>
  Object.values(file as Record<string, unknown>)
    .filter(isEndpoint)
    // The order of a module's names depends on how modules are loaded.
    .sort((one, other) => (one.name < other.name ? -1 : 1)),
);
