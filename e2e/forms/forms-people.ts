import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { resetLinkOf, STAGE_PASSWORD } from '../stage.ts';
import { arrived, type FormCase, LONG, REFUSED, stored, toast } from './form-case.ts';

/** The picture of a new user: the console's own icon, cropped. */
async function choosePicture(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles(fileURLToPath(new URL('../../web/public/icon-192.png', import.meta.url)));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor();
}

/**
 * Forms of users, clients, tags and keys with their fields: refused values, their messages, and valid values.
 */
export const PEOPLE_FORMS: readonly FormCase[] = [
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
    saved: toast(/A link was sent to first@example\.com/),
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
    open: choosePicture,
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
    saved: async (page, stage) => {
      const dialog = page.getByRole('dialog', { name: 'Hand over this link' });
      await expect.poll(() => dialog.getByLabel('Link').inputValue()).toContain('/reset-password/');
      const { body } = await stage.server.admin.api.get<{ results: { email: string; avatar: unknown }[] }>(
        '/users/?page_size=100',
      );
      expect(body.results.find(({ email }) => email === 'zoe@example.com')?.avatar).toEqual(
        expect.stringContaining('/avatar/?v='),
      );
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
