import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import type { ScreenKey } from '../web/lib/screens.ts';
import { STAGE_FIRMWARE } from './extras.ts';
import { resetLinkOf, STAGE_PASSWORD, type Stage } from './stage.ts';

export interface Typed {
  label: string;
  value: string;
  /** Which of several fields of that name. */
  nth?: number;
  kind?: 'text' | 'choice' | 'file';
}
interface Bad extends Typed {
  /** A code of `validation`, or the sentence itself. */
  message: string;
  /** Where the message stands, if not where it was typed. */
  at?: string;
  /** What is typed afterwards, if not what the good way has. */
  back?: string;
}
export interface FormCase {
  name: string;
  screen: ScreenKey;
  level: 'visitor' | 'member' | 'privileged' | 'admin';
  path: (stage: Stage) => string | Promise<string>;
  open?: (page: Page) => Promise<void>;
  submit: string;
  good: (stage: Stage) => Typed[];
  bad: Bad[];
  refused?: {
    url: string;
    /** The answer; without it the server itself refuses what `typed` holds. */
    body?: object;
    typed?: Typed;
    /** Mends it. */
    right?: Typed;
    at: string;
    nth?: number;
    message: string;
  };
  saved: (page: Page, stage: Stage) => Promise<unknown>;
  /** Whether leaving with something typed asks; it does unless there is nothing to lose. */
  guarded?: boolean;
}

const REFUSED = 'The server does not like this.';
const LONG = (length: number) => 'x'.repeat(length);
const ownBox = (stage: Stage) => stage.boxes.find((box) => box.client === stage.clients.own)!;
const arrived = (path: string) => async (page: Page) => page.waitForURL(`**${path}`);
const toast = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const stored = (path: (stage: Stage) => string, wanted: object) => async (_page: Page, stage: Stage) =>
  expect
    .poll(async () => (await stage.server.admin.api.get(path(stage))).body, { timeout: 15_000 })
    .toMatchObject(wanted);

/** Every form with its fields: what is refused, in which words, and what is right. */
export const FORMS: FormCase[] = [
  {
    name: 'login',
    screen: 'login',
    level: 'visitor',
    path: () => paths.login(),
    submit: 'Log in',
    guarded: false,
    good: () => [
      { label: 'E-mail', value: 'first@example.com' },
      { label: 'Password', value: 'not the right one' },
    ],
    bad: [
      { label: 'E-mail', value: '', message: 'required' },
      { label: 'Password', value: '', message: 'required' },
    ],
    saved: toast('An error occurred. Verify your username and password.'),
  },
  {
    name: 'reset: the address',
    screen: 'resetPassword',
    level: 'visitor',
    path: () => paths.resetPassword(),
    submit: 'Send the link',
    guarded: false,
    good: () => [{ label: 'E-mail', value: 'first@example.com' }],
    bad: [{ label: 'E-mail', value: '', message: 'required' }],
    refused: {
      url: '**/api/check-email/',
      typed: { label: 'E-mail', value: 'nobody@example.com' },
      right: { label: 'E-mail', value: 'first@example.com' },
      at: 'E-mail',
      message: 'This email does not exist.',
    },
    saved: toast(/We sent a link to first@example\.com/),
  },
  {
    name: 'reset: the new password',
    screen: 'newPassword',
    level: 'visitor',
    path: (stage) => resetLinkOf(stage),
    submit: 'Set the password',
    guarded: false,
    good: () => [
      { label: 'New password', value: 'a span of copper wire' },
      { label: 'New password again', value: 'a span of copper wire' },
    ],
    bad: [
      { label: 'New password', value: '', message: 'required' },
      { label: 'New password', value: 'short', message: 'min_length|12' },
      { label: 'New password', value: LONG(129), message: 'max_length|128' },
      { label: 'New password again', value: 'another', message: 'The two passwords differ' },
    ],
    refused: {
      url: '**/api/reset-password/',
      body: { new_password: [REFUSED] },
      at: 'New password',
      message: REFUSED,
    },
    saved: toast('You can now log in with your new password.'),
  },
  {
    name: 'box: new',
    screen: 'boxCreate',
    level: 'privileged',
    path: () => paths.boxCreate(),
    submit: 'Add a box',
    good: () => [
      { label: 'Serial number', value: 'FORM-1' },
      { label: 'Name', value: 'By the form' },
      { label: 'Kilometer point', value: '12+300' },
      { label: 'Latitude', value: '46.5' },
      { label: 'Longitude', value: '6.6' },
    ],
    bad: [
      { label: 'Serial number', value: '', message: 'required' },
      { label: 'Serial number', value: 'A_', message: 'serial_number' },
      { label: 'SIM ICCID', value: '123', message: 'iccid' },
      { label: 'Kilometer point', value: 'far away', message: 'Is not a kilometer point such as 105+129' },
      { label: 'Latitude', value: '91', message: 'between|-90|90' },
      { label: 'Longitude', value: '-181', message: 'between|-180|180' },
      { label: 'Longitude', value: '', message: 'Give both coordinates or none' },
    ],
    refused: {
      url: '**/api/boxes/',
      typed: { label: 'Serial number', value: 'AW-00001' },
      right: { label: 'Serial number', value: 'FORM-1' },
      at: 'Serial number',
      message: 'taken',
    },
    saved: async (page, stage) => {
      await page.getByRole('dialog', { name: /device password of FORM-1/ }).waitFor();
      const { body } = await stage.server.admin.api.get('/boxes/?search=FORM-1');
      expect(body.results[0]).toMatchObject({ name: 'By the form', kilometer_point: 12.3, latitude: 46.5 });
    },
  },
  {
    name: 'box: edit',
    screen: 'boxEdit',
    level: 'member',
    path: (stage) => paths.boxEdit(ownBox(stage).id),
    submit: 'Save',
    good: () => [
      { label: 'Name', value: 'Edited by the form' },
      { label: 'Pole', value: '12-7' },
    ],
    bad: [
      {
        label: 'Kilometer point',
        value: 'x',
        message: 'Is not a kilometer point such as 105+129',
        back: '1+000',
      },
      { label: 'Latitude', value: '-90.5', message: 'between|-90|90', back: '46.5' },
      { label: 'Maintenance password (BLE passkey)', value: '12', message: 'six_digits', back: '' },
      { label: 'Server address (MQTT)', value: 'nowhere', message: 'server_address', back: '' },
      { label: 'Upload time in alert, h', value: '2', message: 'upload_time_alert_max|60', back: '0' },
    ],
    refused: {
      url: '**/api/boxes/*/',
      body: { pole: [REFUSED] },
      at: 'Pole',
      message: REFUSED,
    },
    saved: stored((stage) => `/boxes/${ownBox(stage).id}/`, { name: 'Edited by the form', pole: '12-7' }),
  },
  {
    name: 'client: new',
    screen: 'clientCreate',
    level: 'admin',
    path: () => paths.clientCreate(),
    submit: 'Create',
    good: () => [{ label: 'Name', value: 'Made by a form' }],
    bad: [
      { label: 'Name', value: '', message: 'required' },
      { label: 'Name', value: LONG(101), message: 'max_length|100' },
    ],
    refused: {
      url: '**/api/clients/',
      typed: { label: 'Name', value: 'Réseau Grandes Lignes' },
      right: { label: 'Name', value: 'Made by a form' },
      at: 'Name',
      message: 'name_taken',
    },
    saved: arrived(paths.clients()),
  },
  {
    name: 'client: edit',
    screen: 'clientEdit',
    level: 'admin',
    path: (stage) => paths.clientEdit(stage.clients.other),
    submit: 'Save',
    good: () => [{ label: 'Name', value: 'Renamed by a form' }],
    bad: [
      { label: 'Name', value: '  ', message: 'required' },
      { label: 'Name', value: LONG(101), message: 'max_length|100' },
    ],
    refused: { url: '**/api/clients/*/', body: { name: [REFUSED] }, at: 'Name', message: REFUSED },
    saved: stored((stage) => `/clients/${stage.clients.other}/`, { name: 'Renamed by a form' }),
  },
  {
    name: 'user: new',
    screen: 'userCreate',
    level: 'privileged',
    path: () => paths.userCreate(),
    submit: 'Create and invite',
    good: () => [
      { label: 'First name', value: 'Zoé' },
      { label: 'Last name', value: 'Formulaire' },
      { label: 'E-mail', value: 'zoe@example.com' },
      { label: 'Phone', value: '+41 79 123 45 67' },
    ],
    bad: [
      { label: 'First name', value: '', message: 'required' },
      { label: 'Last name', value: LONG(101), message: 'max_length|100' },
      { label: 'E-mail', value: 'zoe', message: 'email' },
      { label: 'Phone', value: '079 123 45 67', message: 'phone' },
    ],
    refused: {
      url: '**/api/users/',
      typed: { label: 'E-mail', value: 'first@example.com' },
      right: { label: 'E-mail', value: 'zoe@example.com' },
      at: 'E-mail',
      message: 'email_taken',
    },
    saved: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Hand over this link' });
      await expect.poll(() => dialog.getByLabel('Link').inputValue()).toContain('/reset-password/');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.waitForURL(`**${paths.users()}`);
    },
  },
  {
    name: 'user: edit',
    screen: 'userEdit',
    level: 'privileged',
    path: (stage) => paths.userEdit(stage.person),
    submit: 'Save',
    good: () => [{ label: 'Last name', value: 'Renommée' }],
    bad: [
      { label: 'Last name', value: '', message: 'required' },
      { label: 'E-mail', value: '@', message: 'email', back: 'eloise@example.com' },
      { label: 'Phone', value: '1', message: 'phone' },
    ],
    refused: {
      url: '**/api/users/*/',
      body: { phone: [REFUSED] },
      at: 'Phone',
      message: REFUSED,
    },
    saved: stored((stage) => `/users/${stage.person}/`, {
      last_name: 'Renommée',
      email: 'eloise@example.com',
    }),
  },
  {
    name: 'tag: new',
    screen: 'tagCreate',
    level: 'privileged',
    path: () => paths.tagCreate(),
    submit: 'Create',
    good: () => [{ label: 'Name', value: 'By a form' }],
    bad: [
      { label: 'Name', value: '', message: 'required' },
      { label: 'Name', value: LONG(51), message: 'max_length|50' },
    ],
    refused: {
      url: '**/api/tags/',
      typed: { label: 'Name', value: 'Viaduct' },
      right: { label: 'Name', value: 'By a form' },
      at: 'Name',
      message: 'name_taken',
    },
    saved: arrived(paths.settings({ tab: 'tags' })),
  },
  {
    name: 'tag: edit',
    screen: 'tagEdit',
    level: 'privileged',
    path: (stage) => paths.tagEdit(stage.tag),
    submit: 'Save',
    good: () => [{ label: 'Name', value: 'Long viaduct' }],
    bad: [{ label: 'Name', value: '', message: 'required' }],
    refused: { url: '**/api/tags/*/', body: { color: [REFUSED] }, at: 'Color', message: REFUSED },
    saved: stored((stage) => `/tags/${stage.tag}/`, { name: 'Long viaduct' }),
  },
  {
    name: 'key: new',
    screen: 'keyCreate',
    level: 'privileged',
    path: () => paths.keyCreate(),
    submit: 'Create',
    good: () => [{ label: 'Name', value: 'Warehouse' }],
    bad: [
      { label: 'Name', value: '', message: 'required' },
      { label: 'Name', value: LONG(101), message: 'max_length|100' },
    ],
    refused: { url: '**/api/keys/', body: { name: [REFUSED] }, at: 'Name', message: REFUSED },
    saved: (page) => page.getByTestId('key-value').waitFor(),
  },
  {
    name: 'firmware: new',
    screen: 'firmwareCreate',
    level: 'privileged',
    path: () => paths.firmwareCreate(),
    submit: 'Upload',
    good: () => [
      { label: 'Version', value: '9.9.9' },
      { label: 'Description', value: 'From the form' },
    ],
    bad: [
      { label: 'Version', value: '1.2', message: 'version', back: '9.9.9' },
      { label: 'Minimum hardware', value: LONG(12), message: 'max_length|11' },
      { label: 'Description', value: 'Without a file', at: 'File', message: 'required' },
    ],
    refused: {
      url: '**/api/firmwares/',
      typed: { label: 'File', kind: 'file', value: `box-${STAGE_FIRMWARE}.bin` },
      body: { version: [REFUSED] },
      at: 'Version',
      message: REFUSED,
    },
    saved: arrived(paths.firmwares()),
  },
  {
    name: 'firmware: edit',
    screen: 'firmwareEdit',
    level: 'privileged',
    path: (stage) => paths.firmwareEdit(stage.firmware),
    submit: 'Save',
    good: () => [{ label: 'Description', value: 'Said again' }],
    bad: [
      { label: 'Description', value: LONG(5001), message: 'max_length|5000' },
      { label: 'Minimum hardware', value: LONG(12), message: 'max_length|11' },
    ],
    refused: {
      url: '**/api/firmwares/*/',
      typed: { label: 'Minimum hardware', value: 'new' },
      right: { label: 'Minimum hardware', value: '' },
      at: 'Minimum hardware',
      message: 'version',
    },
    saved: stored((stage) => `/firmwares/${stage.firmware}/`, { description: 'Said again' }),
  },
  {
    name: 'profile: identity',
    screen: 'profile',
    level: 'member',
    path: () => paths.profile(),
    submit: 'Save',
    good: () => [
      { label: 'First name', value: 'Éloïse' },
      { label: 'Phone', value: '+33612345678' },
    ],
    bad: [
      { label: 'First name', value: '', message: 'required' },
      { label: 'E-mail', value: 'x@', message: 'email', back: 'eloise@example.com' },
      { label: 'Phone', value: 'none', message: 'phone' },
    ],
    refused: {
      url: '**/api/me/',
      typed: { label: 'E-mail', value: 'first@example.com' },
      right: { label: 'E-mail', value: 'eloise@example.com' },
      at: 'E-mail',
      message: 'email_taken',
    },
    saved: toast('Your profile was saved.'),
  },
  {
    name: 'profile: password',
    screen: 'profile',
    level: 'privileged',
    path: () => paths.profile(),
    submit: 'Change the password',
    good: () => [
      { label: 'Current password', value: STAGE_PASSWORD },
      { label: 'New password', value: 'three poles in a row' },
      { label: 'New password again', value: 'three poles in a row' },
    ],
    bad: [
      { label: 'Current password', value: '', message: 'required' },
      { label: 'New password', value: 'short', message: 'min_length|12' },
      { label: 'New password again', value: 'x', message: 'The two passwords differ' },
    ],
    refused: {
      url: '**/api/me/password/',
      typed: { label: 'Current password', value: 'not this one' },
      right: { label: 'Current password', value: STAGE_PASSWORD },
      at: 'Current password',
      message: 'This is not your current password',
    },
    saved: toast('Your password was changed.'),
  },
];
