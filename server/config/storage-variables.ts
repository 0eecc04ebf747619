import { isAbsolute, resolve } from 'node:path';
import { RETENTION, type Retention, retentionOf } from '@aerowatch/domain/retention';
import { TARGET_FORMS, type TargetAddress, targetAddress } from '../platform/database/backup/target.ts';
import { oneAddress } from '../platform/database/connection/hosts.ts';
import {
  type PostgresSettings,
  postgresSettings,
  SETTABLE_NAMES,
} from '../platform/database/embedded/tuning.ts';
import { optional, refuse, variable } from './values.ts';

/** The environment variables of the database, the data folder, backups and what is kept for how long. */
export const STORAGE_VARIABLES = {
  DATABASE_URL: optional({
    parse: (value) => oneAddress(value) ?? refuse(),
    may: 'postgres://user:password@host:port/database, or several host:port by commas',
    secret: true,
    doc: 'Use this PostgreSQL (or Citus, or TimescaleDB) in place of the embedded one. Of several hosts the one that takes changes is used, sought anew for each connection ([a standby](operations.md#a-standby)).',
  }),
  DATABASE_OWNER_URL: optional({
    parse: (value) => oneAddress(value) ?? refuse(),
    shown: 'DATABASE_URL, with a warning',
    may: 'postgres://owner:password@host:port/database, the same database as DATABASE_URL',
    secret: true,
    doc: 'Who owns the tables in your PostgreSQL: migrations run as this one, the server as the account of `DATABASE_URL`, which then reads and writes rows and can neither change nor empty the audit log. The embedded database does so by itself.',
  }),
  POSTGRES_SETTINGS: variable<PostgresSettings | null>({
    parse: (value) => postgresSettings(value) ?? refuse(),
    otherwise: null,
    shown: 'shared_buffers: an eighth of the memory, 64 MB to 1 GB',
    may: `a comma list of ${SETTABLE_NAMES.join(', ')}, each =value, such as shared_buffers=2GB,max_connections=200`,
    doc: 'Settings of the embedded database.',
  }),
  POSTGRES_PROGRAMS: optional({
    parse: (value) => (isAbsolute(value) ? resolve(value) : refuse()),
    shown: 'the PostgreSQL of this release',
    may: 'the whole path of a folder with bin/postgres of the same major version, such as /usr/lib/postgresql/18',
    doc: 'Runs the embedded database by programs that your system keeps up to date ([a security fix](operations.md#a-security-fix-of-postgresql)).',
  }),
  AUDIT_RETENTION_DAYS: variable<number | null>({
    parse: (value) => {
      if (value === 'ever') return null;
      return /^\d{1,5}$/.test(value) && Number(value) >= 30 ? Number(value) : refuse();
    },
    otherwise: 3650,
    may: 'days, 30 to 99999, or ever',
    doc: 'Entries of the audit log that are older are removed; the last link of their chain is kept, so that the rest can still be proven.',
  }),
  AUDIT_HEAD_COPY: optional({
    parse: (value) => resolve(value),
    may: 'the path of a file',
    doc: 'A second place for the signed heads of the audit log, one line every ten minutes in which something is written: a share or disk that whoever owns the database cannot write. `npm run audit -- verify` reads it too.',
  }),
  DATA_DIR: variable({
    parse: (value) => resolve(value),
    otherwise: resolve('data'),
    shown: './data',
    may: 'the path of a folder that can be written',
    doc: 'Embedded database, firmware files, avatars, keys.',
  }),
  DISK_FLOOR_MB: variable<number | null>({
    parse: (value) => (/^\d{1,7}$/.test(value) ? Number(value) : refuse()),
    otherwise: null,
    shown: '1000, or a twentieth of a disk under 20 GB',
    may: 'megabytes, 0 (never stops) to 9999999',
    doc: 'With less room on the disk of `DATA_DIR` or of a database on this machine nothing more is taken in: boxes get no acknowledgement and keep their measures, uploads are refused, heavy work rests. It goes on with a quarter more.',
  }),
  BACKUP_CONTINUOUS: optional({
    parse: (value) =>
      /^\/[\w./ -]*$/.test(value) && !/(^|\/)\.\.(\/|$)/.test(value) ? value.replace(/\/+$/, '') : refuse(),
    may: 'the whole path of a folder, of letters, digits, spaces and . _ - /',
    doc: 'The embedded database keeps its write-ahead log there, every four minutes or as it fills: with `npm run backup -- continuous` a loss of five minutes at most.',
  }),
  BACKUP_TARGET: variable<TargetAddress | null>({
    parse: (value) => targetAddress(value) ?? refuse(),
    otherwise: null,
    shown: 'none',
    may: TARGET_FORMS,
    secret: true,
    doc: 'Where `npm run backup -- --into FOLDER --key-file KEY` sends each backup too, encrypted: another machine by rsync over ssh, or S3 and what speaks its protocol.',
  }),
  RETENTION: variable<Retention>({
    parse: (value) => retentionOf(value) ?? refuse(),
    otherwise: RETENTION,
    shown: Object.entries(RETENTION)
      .map(([kind, days]) => `${kind}=${days ?? 'ever'}`)
      .join(','),
    may: `a comma list of ${Object.keys(RETENTION).join(', ')}, each =days (30 or more; measures and rollups 400 or more, rollups no less than measures) or =ever`,
    doc: 'For how long what is old is kept ([what grows](what-grows.md)). Measures go to files in `ARCHIVE_FOLDER`, month by month.',
  }),
  ARCHIVE_FOLDER: optional({
    parse: (value) => (isAbsolute(value) ? resolve(value) : refuse()),
    shown: 'the folder archive in DATA_DIR',
    may: 'the whole path of a folder that can be written',
    doc: 'Where `RETENTION` with days for measures puts those that are older, as compressed CSV with checksums; `npm run archive -- restore` puts them back. Best on another disk.',
  }),
} as const;
