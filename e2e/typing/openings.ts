import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/webhook-events';
import { paths } from '../../web/lib/paths.ts';
import { OPENINGS, type Opening } from '../openings.ts';
import type { Stage } from '../stage.ts';

const ownBox = (stage: Stage) =>
  stage.boxes.find((box) => box.client === stage.clients.own && box.aeros.length === 2)!;
const setAside = () => paths.settings({ tab: 'setaside' });

/** What opens with fields that are read, besides what `openings` has. */
const MORE: readonly Opening[] = [
  {
    name: 'silences: of a line',
    path: () => paths.silences(),
    steps: [
      'New silence',
      (page, _stage, say) => page.getByRole('dialog').getByText(say('A line')).last().click(),
    ],
    shows: 'From kilometer point',
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
  },
];

export const openingOf = (name: string): Opening | undefined =>
  [...MORE, ...OPENINGS].find((one) => one.name === name);
