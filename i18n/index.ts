import type { alerts } from './en/alerts.ts';
import type { auth } from './en/auth.ts';
import type { box } from './en/box.ts';
import type { boxes } from './en/boxes.ts';
import type { channels } from './en/channels.ts';
import type { clients } from './en/clients.ts';
import type { common } from './en/common.ts';
import type { conditions } from './en/conditions.ts';
import type { configuration } from './en/configuration.ts';
import type { dashboard } from './en/dashboard.ts';
import type { diagnostics } from './en/diagnostics.ts';
import type { domain } from './en/domain.ts';
import type { duty } from './en/duty.ts';
import type { firmwares } from './en/firmwares.ts';
import type { forecast } from './en/forecast.ts';
import type { gauge } from './en/gauge.ts';
import type { imports } from './en/imports.ts';
import type { inbox } from './en/inbox.ts';
import type { jobs } from './en/jobs.ts';
import type { line } from './en/line.ts';
import type { map } from './en/map.ts';
import type { notes } from './en/notes.ts';
import type { offline } from './en/offline.ts';
import type { preferences } from './en/preferences.ts';
import type { privacy } from './en/privacy.ts';
import type { profile } from './en/profile.ts';
import type { report } from './en/report.ts';
import type { rollouts } from './en/rollouts.ts';
import type { settings } from './en/settings.ts';
import type { silences } from './en/silences.ts';
import type { supervisors } from './en/supervisors.ts';
import type { users } from './en/users.ts';
import type { visualization } from './en/visualization.ts';
import type { work } from './en/work.ts';

/**
 * The areas of text by name. English is the list of keys; a French file says
 * `satisfies Translation<typeof en>`, so that a missing or surplus key does not compile.
 * Types only: areas are loaded one by one where they are shown.
 */
export interface Texts {
  conditions: typeof conditions;
  configuration: typeof configuration;
  alerts: typeof alerts;
  silences: typeof silences;
  offline: typeof offline;
  auth: typeof auth;
  boxes: typeof boxes;
  dashboard: typeof dashboard;
  forecast: typeof forecast;
  channels: typeof channels;
  clients: typeof clients;
  common: typeof common;
  domain: typeof domain;
  duty: typeof duty;
  firmwares: typeof firmwares;
  gauge: typeof gauge;
  imports: typeof imports;
  inbox: typeof inbox;
  line: typeof line;
  map: typeof map;
  preferences: typeof preferences;
  privacy: typeof privacy;
  profile: typeof profile;
  settings: typeof settings;
  supervisors: typeof supervisors;
  box: typeof box;
  jobs: typeof jobs;
  notes: typeof notes;
  diagnostics: typeof diagnostics;
  report: typeof report;
  rollouts: typeof rollouts;
  users: typeof users;
  visualization: typeof visualization;
  work: typeof work;
}
export type Area = keyof Texts;

/** The same keys with any wording. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

type Singular<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
/** Keys of an area with dots; plural forms (`_one`, `_other`) under their common name. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];
