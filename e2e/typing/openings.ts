import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/notifications/webhook-events';
import { proposeDue } from '../../server/features/work/matters/propose.ts';
import { paths } from '../../web/lib/paths.ts';
import { begins, choose, OPENINGS, type Opening, options, row, type Step } from '../forms/openings.ts';
import { screensOf, tabsOf } from '../screens.ts';
import type { Stage } from '../stage.ts';

const ownBox = (stage: Stage) =>
  stage.boxes.find((box) => box.client === stage.clients.own && box.aeros.length === 2)!;
const setAside = () => paths.settings({ tab: 'setaside' });

/** A place with parsed fields; outside a form, also the button that saves them. */
export interface TypedPlace extends Opening {
  readonly save?: string;
  /** The English labels of the fields to test, if the others are at another place too. */
  readonly only?: readonly string[];
}
const firstOption: Step = (page) => page.getByRole('option').filter({ visible: true }).first().click();
/** Opens the choices of a field, and takes the first. */
const chooseFirst = (label: string): Step[] => [
  (page, _stage, say) =>
    page
      .getByRole('combobox', { name: begins(say(label)) })
      .filter({ visible: true })
      .last()
      .click(),
  firstOption,
];
const chooseOwnClient: Step = async (page, { server, clients }, say) => {
  const { body } = await server.admin.api.get<{ name: string }>(`/clients/${clients.own}/`);
  await page
    .getByRole('combobox', { name: begins(say('Client')) })
    .first()
    .click();
  await page.getByRole('option', { name: body.name, exact: true }).click();
};
const silenceOfLine: Step[] = [
  'New silence',
  (page, _stage, say) => page.getByRole('dialog').getByText(say('A line')).last().click(),
  ...chooseFirst('Line'),
];

/** Openings with parsed fields, in addition to `openings`. */
const MORE: readonly TypedPlace[] = [
  {
    name: 'inbox: plan',
    path: () => paths.workOrders(),
    steps: [
      (page) => page.getByRole('listitem').getByRole('button', { expanded: false }).last().click(),
      'Plan…',
    ],
    only: ['Day'],
  },
  {
    name: 'inbox: dismiss',
    path: () => paths.workOrders(),
    steps: [
      async (page, stage, say) => {
        while ((await proposeDue(stage.server.db, new Date())) > 0);
        // The list receives the proposal as an event.
        const proposed = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: begins(say('Accept')) }) });
        await proposed.first().getByRole('button', { expanded: false }).last().click();
      },
      'Dismiss…',
      (page) => page.getByRole('dialog').getByRole('radio').first().check(),
    ],
    only: ['Until'],
  },
  {
    name: 'supervisor: return to normal',
    path: (stage) => paths.supervisorEdit(stage.supervisor),
    steps: ['Return to normal'],
    only: ['Return to normal beyond', 'Return to normal after'],
    save: 'Save',
  },
  {
    name: 'silences: of a line',
    path: () => paths.silences(),
    steps: silenceOfLine,
    shows: 'From kilometer point',
  },
  {
    name: 'silences: repeated',
    path: () => paths.silences(),
    steps: [...silenceOfLine, choose('Repeat', 'Every day')],
    only: ['Last day'],
  },
  {
    name: 'silences: counted',
    path: () => paths.silences(),
    steps: [
      ...silenceOfLine,
      choose('Repeat', 'Every day'),
      choose('Repetition ends', 'After a number of times'),
    ],
    only: ['Number of times'],
  },
  {
    name: 'box edit: other model',
    path: (stage) => paths.boxEdit(ownBox(stage).id),
    steps: [choose('Model', 'Undefined type')],
    only: ['Type number (3 to 255)'],
  },
  {
    name: 'box create: of a client',
    path: () => paths.boxCreate(),
    steps: [
      ...chooseFirst('Client'),
      (page, _stage, say) => page.getByText(say('Name, tags, SIM, climate of the place')).click(),
    ],
    only: ['Installation date', 'Kilometer point', 'Latitude', 'Longitude'],
  },
  {
    name: 'boxes: update of firmware',
    path: () => paths.boxes(),
    // One of them is in another update, which leaves it out.
    steps: ['Select all', 'Update firmware', ...chooseFirst('Firmware')],
    save: 'Start the update',
  },
  {
    name: 'boxes: configuration of many',
    path: () => paths.boxes(),
    steps: [
      row,
      'Change configuration',
      ...['Upload time', 'Acquisition time', 'Stroke 1, minimum'].map(
        (field): Step =>
          async (page, _stage, say) => {
            await page
              .getByRole('dialog')
              .getByLabel(begins(say('Fields')))
              .last()
              .click();
            await page
              .getByRole('option', { name: begins(say(field)) })
              .first()
              .click();
            await page.keyboard.press('Escape');
          },
      ),
    ],
  },
  {
    name: 'supervisor-edit',
    path: (stage) => paths.supervisorEdit(stage.supervisor),
    steps: [],
    save: 'Save',
  },
  {
    name: 'alert: work order',
    path: (stage) => paths.alert(stage.alert),
    steps: ['Work order'],
    shows: 'New work order',
  },
  {
    name: 'curves: frequency and zone',
    path: (stage) => paths.visualization({ aeros: ownBox(stage).aeros[0]!.id }),
    steps: [options, 'Frequency, time zone, refresh', choose('Frequency', 'One point per')],
    shows: 'One point per',
  },
  {
    name: 'box: share',
    path: (stage) => paths.box(ownBox(stage).id),
    steps: ['Share'],
    shows: 'Links to this box',
  },
  {
    name: 'set aside: bounds',
    path: setAside,
    steps: ['Change'],
    shows: 'Quota per box and day',
  },
  { name: 'set aside: filters', path: setAside, steps: ['Filters'] },
  {
    name: 'duty: roster',
    path: () => paths.duty(),
    steps: [
      chooseOwnClient,
      ...chooseFirst('People, in turn'),
      (page) => page.keyboard.press('Escape'),
      'Add days',
      ...chooseFirst('Who stands in'),
    ],
  },
  {
    name: 'box: replaced',
    path: (stage) => paths.box(ownBox(stage).id),
    steps: [
      'Replace',
      (page, _stage, say) =>
        page
          .getByRole('dialog')
          .getByLabel(begins(say('Serial number')))
          .fill('AW-9999'),
    ],
  },
  {
    name: 'webhooks: deliveries',
    path: () => paths.settings({ tab: 'webhooks' }),
    steps: [
      (_page, stage) =>
        stage.server.admin.api.post('/webhooks/', {
          client: stage.clients.own,
          url: 'https://hooks.example.com/depot',
          events: WEBHOOK_EVENT_KEYS.slice(0, 1),
        }),
      'Deliveries',
    ],
    save: 'Send again',
  },
];

/** The place of a screen, a tab, or an opening. */
export function placeOf(name: string, stage: Stage): TypedPlace {
  const opening = [...MORE, ...OPENINGS].find((one) => one.name === name);
  if (opening !== undefined) return opening;
  const place = [...screensOf(stage), ...tabsOf(stage)].find((one) => one.name === name);
  if (place === undefined) throw new Error(`no screen, tab or opening is called ${name}`);
  return { name, path: () => place.path, steps: [] };
}
