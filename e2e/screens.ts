import { paths } from '../web/lib/paths.ts';
import { SCREEN_KEYS, SCREENS, type ScreenKey, screenOf } from '../web/lib/screens.ts';

/** The ids used in addresses of screens. */
export interface Places {
  clients: { own: number };
  boxes: readonly { id: number; client: number; aeros: readonly { id: number }[] }[];
  supervisor: number;
  alert: number;
  order: number;
  /** A user of the own client. */
  person: number;
  tag: number;
  firmware: number;
  rollout: number;
  change: number;
  /** The hash of a shared link to the own client's box. */
  link: string;
}
type SignedIn = 'observer' | 'member' | 'privileged' | 'admin';
export interface Place {
  name: string;
  path: string;
}

type WithParameters = {
  [Key in ScreenKey]: (typeof SCREENS)[Key]['path'] extends `${string}:${string}` ? Key : never;
}[ScreenKey];
const ownBox = (stage: Places) => stage.boxes.find(({ client }) => client === stage.clients.own)!;
/** Items on the stage for screens with an id in their path. */
const OF_ONE = {
  box: (stage) => paths.box(ownBox(stage).id),
  boxEdit: (stage) => paths.boxEdit(ownBox(stage).id),
  alert: ({ alert }) => paths.alert(alert),
  workOrder: ({ order }) => paths.workOrder(order),
  clientEdit: ({ clients }) => paths.clientEdit(clients.own),
  supervisorEdit: ({ supervisor }) => paths.supervisorEdit(supervisor),
  userEdit: ({ person }) => paths.userEdit(person),
  firmwareEdit: ({ firmware }) => paths.firmwareEdit(firmware),
  firmwareUpdate: ({ rollout }) => paths.firmwareUpdate(rollout),
  configurationChange: ({ change }) => paths.configurationChange(change),
  tagEdit: ({ tag }) => paths.tagEdit(tag),
  confirmEmail: () => paths.confirmEmail('1', 'made-up'),
  newPassword: () => paths.newPassword('abc', 'def'),
} as const satisfies Record<WithParameters, (stage: Places) => string>;
/** Screens that show more with a selection. */
const WITH_QUERY: Partial<Record<ScreenKey, (stage: Places) => string>> = {
  visualization: (stage) => paths.visualization({ aeros: ownBox(stage).aeros.map(({ id }) => id) }),
  settings: () => paths.settings({ tab: 'tags' }),
  shared: ({ link }) => `${screenOf('shared').path}#${link}`,
};

const placeOf = (stage: Places, key: ScreenKey): Place => {
  const addresses: Partial<Record<ScreenKey, (stage: Places) => string>> = { ...OF_ONE, ...WITH_QUERY };
  return {
    name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    path: addresses[key]?.(stage) ?? screenOf(key).path,
  };
};

/** Every screen of signed-in users, with its path on the stage and the lowest level that can open it. */
export function screensOf(stage: Places): (Place & { level: SignedIn })[] {
  const all = SCREEN_KEYS.flatMap((key) => {
    const { level } = SCREENS[key];
    return level === 'visitor' || level === 'everybody' ? [] : [{ ...placeOf(stage, key), level }];
  });
  const { id } = ownBox(stage);
  const tab = (name: string) => ({
    name: `settings-${name}`,
    path: paths.settings({ tab: name }),
    level: 'privileged' as const,
  });
  return [
    ...all,
    { name: 'box-configuration', path: paths.box(id, { tab: 'configuration' }), level: 'observer' },
    ...['keys', 'webhooks', 'security', 'release', 'audit', 'privacy'].map(tab),
    { ...tab('machine'), level: 'admin' },
  ];
}
/** The further tabs of screens with tabs. */
export function tabsOf(stage: Places): Place[] {
  const { id } = ownBox(stage);
  return [
    ...['aero2', 'measures', 'history', 'firmware'].map((tab) => ({
      name: `box-${tab}`,
      path: paths.box(id, { tab }),
    })),
    ...['api', 'outbox', 'setaside'].map((tab) => ({
      name: `settings-${tab}`,
      path: paths.settings({ tab }),
    })),
  ];
}
/** The screens of a visitor. */
export const visitorScreensOf = (stage: Places): Place[] =>
  SCREEN_KEYS.filter((key) => ['visitor', 'everybody'].includes(SCREENS[key].level)).map((key) =>
    placeOf(stage, key),
  );
