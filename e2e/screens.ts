/** What the addresses of screens are made of. */
export interface Places {
  clients: { own: number };
  boxes: readonly { id: number; client: number; aeros: readonly { id: number }[] }[];
  supervisor: number;
  alert: number;
  /** A user of the own client. */
  person: number;
  tag: number;
  firmware: number;
  rollout: number;
}

/** Every screen with a path on the stage, and the least level that has it. */
export function screensOf(
  stage: Places,
): { name: string; path: string; level: 'member' | 'privileged' | 'admin' }[] {
  const box = stage.boxes.find((candidate) => candidate.client === stage.clients.own)!;
  const aeros = box.aeros.map((aero) => aero.id).join(',');
  return [
    { name: 'dashboard', path: '/', level: 'member' },
    { name: 'map', path: '/map', level: 'member' },
    { name: 'boxes', path: '/galland-boxes', level: 'member' },
    { name: 'box', path: `/galland-boxes/${box.id}`, level: 'member' },
    { name: 'box-configuration', path: `/galland-boxes/${box.id}?tab=configuration`, level: 'member' },
    { name: 'box-edit', path: `/galland-boxes/${box.id}/edit`, level: 'member' },
    { name: 'alerts', path: '/alerts', level: 'member' },
    { name: 'alerts-archived', path: '/alerts/archived', level: 'member' },
    { name: 'alert', path: `/alerts/${stage.alert}`, level: 'member' },
    { name: 'visualization', path: `/visualization?aeros=${aeros}`, level: 'member' },
    { name: 'jobs', path: '/jobs', level: 'member' },
    { name: 'diagnostics', path: '/diagnostics', level: 'member' },
    { name: 'supervisors', path: '/supervisors', level: 'member' },
    { name: 'supervisor-edit', path: `/supervisor/${stage.supervisor}/edit`, level: 'member' },
    { name: 'users', path: '/users', level: 'member' },
    { name: 'profile', path: '/profile', level: 'member' },
    { name: 'preferences', path: '/preferences', level: 'member' },
    { name: 'box-create', path: '/galland-boxes/create', level: 'privileged' },
    { name: 'box-import', path: '/galland-boxes/import', level: 'privileged' },
    { name: 'measures-import', path: '/measures/import', level: 'privileged' },
    { name: 'supervisor-create', path: '/supervisor/create', level: 'privileged' },
    { name: 'user-create', path: '/users/create', level: 'privileged' },
    { name: 'user-edit', path: `/users/${stage.person}/edit`, level: 'privileged' },
    { name: 'firmwares', path: '/firmwares', level: 'privileged' },
    { name: 'firmware-create', path: '/firmwares/create', level: 'privileged' },
    { name: 'firmware-edit', path: `/firmwares/${stage.firmware}/edit`, level: 'privileged' },
    { name: 'firmware-updates', path: '/firmwares/updates', level: 'privileged' },
    { name: 'firmware-update', path: `/firmwares/updates/${stage.rollout}`, level: 'privileged' },
    { name: 'settings-tags', path: '/settings?tab=tags', level: 'privileged' },
    { name: 'settings-keys', path: '/settings?tab=keys', level: 'privileged' },
    { name: 'settings-release', path: '/settings?tab=release', level: 'privileged' },
    { name: 'settings-audit', path: '/settings?tab=audit', level: 'privileged' },
    { name: 'settings-privacy', path: '/settings?tab=privacy', level: 'privileged' },
    { name: 'key-create', path: '/settings/keys/create', level: 'privileged' },
    { name: 'tag-create', path: '/settings/tags/create', level: 'privileged' },
    { name: 'tag-edit', path: `/settings/tags/${stage.tag}/edit`, level: 'privileged' },
    { name: 'clients', path: '/clients', level: 'admin' },
    { name: 'client-create', path: '/clients/create', level: 'admin' },
    { name: 'client-edit', path: `/clients/${stage.clients.own}/edit`, level: 'admin' },
  ];
}
/** What other tabs of screens with tabs show. */
export function tabsOf(stage: Places): { name: string; path: string }[] {
  const box = stage.boxes.find((candidate) => candidate.client === stage.clients.own)!;
  return [
    ...['aero2', 'measures', 'alerts', 'firmware', 'log', 'sami'].map((tab) => ({
      name: `box-${tab}`,
      path: `/galland-boxes/${box.id}?tab=${tab}`,
    })),
    ...['api', 'outbox', 'setaside'].map((tab) => ({
      name: `settings-${tab}`,
      path: `/settings?tab=${tab}`,
    })),
  ];
}
/** The screens of a visitor. */
export const VISITOR_SCREENS = [
  { name: 'login', path: '/login' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'new-password', path: '/reset-password/abc/def' },
  { name: 'privacy', path: '/privacy' },
] as const;
