import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { STAGE_FIRMWARE } from '../extras.ts';
import { arrived, type FormCase, LONG, ownBox, REFUSED, stored } from './form-case.ts';

/** Forms of boxes and firmwares with their fields: refused values, their messages, and valid values. */
export const DEVICE_FORMS: readonly FormCase[] = [
  {
    name: 'box: new',
    screen: 'boxCreate',
    level: 'privileged',
    path: () => paths.boxCreate(),
    open: (page) => page.getByText('Name, tags, SIM, climate of the place').click(),
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
      { label: 'Latitude', value: '91', message: 'between|-90\u00a0°|90\u00a0°' },
      { label: 'Longitude', value: '-181', message: 'between|-180\u00a0°|180\u00a0°' },
      { label: 'Longitude', value: '', message: 'Enter both coordinates or none' },
    ],
    refused: {
      url: '**/api/boxes/',
      typed: { label: 'Serial number', value: 'AW-00001' },
      right: { label: 'Serial number', value: 'FORM-1' },
      at: 'Serial number',
      message: 'taken',
    },
    saved: async (page, stage) => {
      await page.getByRole('heading', { level: 1, name: 'FORM-1 added' }).waitFor();
      const part = page.getByRole('region', { name: 'Device password' });
      await part.getByText('The box needs a password to connect.').waitFor();
      // A new box has no old password that could expire.
      expect(await part.innerText()).not.toMatch(/\bold\b|new password|any more/i);
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
      { label: 'Latitude', value: '-90.5', message: 'between|-90\u00a0°|90\u00a0°', back: '46.5' },
      { label: 'Maintenance password (BLE passkey)', value: '12', message: 'six_digits', back: '' },
      { label: 'Server address (MQTT)', value: 'nowhere', message: 'server_address', back: '' },
      { label: 'Upload time in alert, h', value: '2', message: 'upload_time_alert_max|1\u00a0h', back: '0' },
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
];
