import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig, StartError, VARIABLES } from '../config.ts';
import { configurationDocument } from './document.ts';

describe('configuration', () => {
  test('defaults need no environment', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      mqttPort: 1883,
      publicUrl: 'http://127.0.0.1:8080',
      roles: ['web', 'ingest', 'worker'],
      title: 'AeroWatch',
      // Everything that grows has a limit, except measures and their rollups.
      auditRetentionDays: 3650,
    });
    expect(readConfig({ AUDIT_RETENTION_DAYS: 'ever' }).auditRetentionDays).toBeNull();
    const { measures, rollups, ...others } = config.retention;
    expect([measures, rollups]).toEqual([null, null]);
    for (const [kind, days] of Object.entries(others)) expect(days, kind).toBeGreaterThanOrEqual(730);
  });
  test.each([
    ['PORT', 'eighty', '“eighty”'],
    ['CALL_RATE', '4', '“4”'],
    ['SCAN_URL', 'https://scanner', '“https://scanner”'],
    ['SCAN_URL', 'clamd://scanner:3310/path', '“clamd://scanner:3310/path”'],
    ['SCAN_URL', 'clamd:///', '“clamd:///”'],
    ['SCAN_URL', 'clamd://socket/run/clamd.ctl', '“clamd://socket/run/clamd.ctl”'],
    ['SCAN_URL', 'clamd://scanner:3310?x=1', '“clamd://scanner:3310?x=1”'],
    ['SCAN_URL', 'clamd:///run/clamd.ctl?x=1', '“clamd:///run/clamd.ctl?x=1”'],
    ['PORT', '70000', '“70000”'],
    ['MQTT_PORT', '-1', '“-1”'],
    ['LOG_LEVEL', 'loud', '“loud”'],
    ['ROLES', 'web,cook', '“web,cook”'],
    ['PUBLIC_URL', 'console.example', '“console.example”'],
    ['PUBLIC_URL', 'https://railway.example/api', '“https://railway.example/api”'],
    ['PUBLIC_URL', 'https://railway.example/?a=1', '“https://railway.example/?a=1”'],
    ['RETENTION', 'measures=30', '“measures=30”'],
    ['AUDIT_RETENTION_DAYS', '29', '“29”'],
    ['BACKUP_CONTINUOUS', 'relative/"x', '“relative/'],
    ['MQTT_URL', 'http://broker', 'not shown'],
    ['DATABASE_URL', 'mysql://root:hidden@db/x', 'not shown'],
    ['SMTP_URL', 'mail.example', 'not shown'],
    ['SMTP_URL', 'smtp://mail.example?starttls=never', 'not shown'],
    ['ADMIN_PASSWORD', 'short', 'not shown'],
    ['SECRET_KEY', 'short', 'not shown'],
    ['ADMIN_EMAIL', 'nobody', '“nobody”'],
    ['TLS_CERT', '/no/such/file', 'TLS_CERT'],
    ['HOST', '256.1.1.1', '“256.1.1.1”'],
    ['TRUSTED_PROXIES', '0.0.0.0/0', '“0.0.0.0/0”'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,proxy', '“10.0.0.0/8,proxy”'],
    ['TRUSTED_PROXIES', '10.0.0.1/33', '“10.0.0.1/33”'],
    ['SMS_URL', 'twilio://AC1', 'not shown'],
    ['SMS_URL', 'ovh://AK:AS@account', 'not shown'],
  ])('%s=%s is refused in one line that names it', (name, value, holds) => {
    const environment = name === 'TLS_CERT' ? { TLS_CERT: value, TLS_KEY: value } : { [name]: value };
    let said: unknown;
    try {
      readConfig(environment);
    } catch (error) {
      said = error;
    }
    expect(said).toBeInstanceOf(StartError);
    const { message } = said as Error;
    expect(message).toContain(`${name} holds`);
    expect(message).toContain(holds);
    expect(message).toContain('may hold');
    expect(message).not.toContain('\n');
    expect(message).not.toContain('hidden');
  });
  test.each([
    [{ TLS_CERT: 'a' }, 'TLS_KEY'],
    [{ MQTTS_PORT: '8883' }, 'TLS_CERT'],
    [{ PORT: '9000', MQTT_PORT: '9000' }, '9000 twice'],
  ])('contradiction %j is refused', (environment, says) => {
    expect(() => readConfig(environment)).toThrow(says);
  });
  test('a secret may come from a file, and from one place alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'aerowatch-secret-'));
    try {
      const file = join(folder, 'token');
      writeFileSync(file, 'sixteen characters or more\n');
      expect(readConfig({ METRICS_TOKEN_FILE: file }).metricsToken).toBe('sixteen characters or more');
      const both = { METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'sixteen characters too' };
      expect(() => readConfig(both)).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE are both set');
      const away = { METRICS_TOKEN_FILE: join(folder, 'away') };
      expect(() => readConfig(away)).toThrow(/^METRICS_TOKEN_FILE holds “.*away”, which cannot be read/);
      writeFileSync(file, 'a blank at the end \r\n\n');
      expect(readConfig({ METRICS_TOKEN_FILE: file }).metricsToken).toBe('a blank at the end');
      for (const nothing of ['', '\n', ' \r\n']) {
        writeFileSync(file, nothing);
        expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(
          /^DATABASE_URL_FILE holds “.*token”, which is empty/,
        );
      }
      writeFileSync(file, 'short');
      expect(() => readConfig({ METRICS_TOKEN_FILE: file })).toThrow(/^METRICS_TOKEN holds something else/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const addresses = ['clamd://scanner:3310', 'clamd://[::1]', 'clamd:///run/clamav/clamd.ctl'];
    expect(addresses.map((SCAN_URL) => readConfig({ SCAN_URL }).scanUrl)).toEqual(addresses);
  });
  test('a name that is one letter from a setting is no setting of nobody', () => {
    for (const [name, meant] of [
      ['SMPT_URL', 'SMTP_URL'],
      ['SMTP_URLS', 'SMTP_URL'],
      ['DATABSE_URL', 'DATABASE_URL'],
      ['DATABASE_URL_FIL', 'DATABASE_URL_FILE'],
      ['DATA_DIT', 'DATA_DIR'],
    ] as const)
      expect(() => readConfig({ [name]: 'x' })).toThrow(
        new StartError(`${name} is no setting; did you mean ${meant}?`),
      );
    // Variables of other programs, and empty ones, are no mistakes.
    const others = {
      PATH: '/bin',
      HOME: '/root',
      HOSTS: 'x',
      MQTT_SERVICE_PORT: '1',
      XDG_DATA_DIRS: '/x',
      SMPT_URL: '',
    };
    expect(readConfig(others).port).toBe(8080);
  });
  test('a file of settings: beside the environment, which counts before it; what is unknown is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'aerowatch-settings-'));
    const file = join(folder, 'aerowatch.conf');
    const read = (text: string, more = {}) => {
      writeFileSync(file, text);
      return readConfig({ SETTINGS_FILE: file, ...more });
    };
    try {
      const text =
        '# a comment\n\nPORT=9000\n  export PRODUCT_TITLE="Two words"\nMETRICS_TOKEN=sixteen#characters\r\n';
      expect(read(text)).toMatchObject({
        port: 9000,
        title: 'Two words',
        metricsToken: 'sixteen#characters',
      });
      expect(read(text, { PORT: '9001', PRODUCT_TITLE: '' })).toMatchObject({
        port: 9001,
        title: 'Two words',
      });
      for (const [wrong, says] of [
        [
          'PORT=1\nSMPT_URL=x',
          /^SETTINGS_FILE holds “.*”, whose line 2 sets SMPT_URL, which is no setting; did you mean SMTP_URL\?$/,
        ],
        ['COLOUR=red', /whose line 1 sets COLOUR, which is no setting\.$/],
        ['PORT=1\nPORT=2', /whose line 2 sets PORT a second time\.$/],
        ['PORT 1', /whose line 1 is not NAME=value\.$/],
        ['SETTINGS_FILE=/x', /which is no setting/],
        ['PORT=eighty', /^PORT holds “eighty”/],
      ] as const)
        expect(() => read(wrong), wrong).toThrow(says);
      rmSync(file);
      expect(() => readConfig({ SETTINGS_FILE: file })).toThrow(/which cannot be read \(ENOENT\)/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  test('docs/configuration.md is up to date (npm run docs:configuration)', () => {
    expect(readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')).toBe(
      configurationDocument(),
    );
    expect(Object.keys(VARIABLES).length).toBeGreaterThan(20);
  });
});
