import { chmodSync, copyFileSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// A bundle as a package of Debian and Ubuntu: in /opt/aerowatch, with its units, account and settings in /etc.

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Debian's name of an architecture of Node; undefined where there is no package for it. */
export const debianArchitecture = (arch: string): string | undefined => ARCHITECTURES[arch];

/** Units that run from the installation on; the copy of the continuous backup wants a setting first. */
const ENABLED = ['aerowatch.service', 'aerowatch-backup.timer', 'aerowatch-rehearsal.timer'];
const SETTINGS = '/etc/aerowatch.env';
const KEY = '/etc/aerowatch-backup.key';

export interface DebianPackage {
  readonly version: string;
  readonly architecture: string;
  /** Of the bundle unpacked. */
  readonly bytes: number;
}

/** The fields that apt reads. The C library is that of the oldest Debian on which Node 24 and PostgreSQL 18 run. */
export function controlOf({ version, architecture, bytes }: DebianPackage): string {
  return `Package: aerowatch
Version: ${version}
Architecture: ${architecture}
Maintainer: AeroWatch <aerowatch@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= 2.31), adduser, init-system-helpers, tar, gzip, diffutils
Recommends: systemd, openssl
Suggests: nginx, rsync
Section: admin
Priority: optional
Description: console that watches the tensioners of overhead lines
 Receives measures of boxes on railway poles over MQTT, keeps and plots them,
 judges them by rules, alerts, and turns faults into work. Brings Node and
 PostgreSQL of its own; needs no network to run.
`;
}

const SETTINGS_TEXT = `# Settings of AeroWatch, one NAME=value a line: /opt/aerowatch/docs/configuration.md
# After a change: systemctl restart aerowatch
#PUBLIC_URL=https://console.example.org
#SMTP_URL=smtps://user:password@mail.example.org
#MAIL_FROM=aerowatch@example.org
`;

/** Run by dpkg as root: after unpacking, before the files go, after they went. */
const SCRIPTS: Readonly<Record<string, string>> = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  adduser --system --group --quiet --home /var/lib/aerowatch --no-create-home aerowatch
  # The backups of before need their key: it is made once, and stays.
  if [ ! -e ${KEY} ]; then
    (umask 077; head -c 33 /dev/urandom | base64 > ${KEY})
  fi
  for unit in ${ENABLED.join(' ')}; do
    deb-systemd-helper unmask "$unit" >/dev/null || true
    if deb-systemd-helper --quiet was-enabled "$unit"; then
      deb-systemd-helper enable "$unit" >/dev/null || true
    else
      deb-systemd-helper update-state "$unit" >/dev/null || true
    fi
  done
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload
    deb-systemd-invoke start ${ENABLED.join(' ')} || true
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
# Also before an upgrade: no server runs while its files change. Boxes keep their measures meanwhile.
if [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop ${[...ENABLED].reverse().join(' ')} || true
fi
`,
  postrm: `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload || true
fi
if [ "$1" = purge ]; then
  for unit in ${ENABLED.join(' ')}; do
    deb-systemd-helper purge "$unit" >/dev/null || true
    deb-systemd-helper unmask "$unit" >/dev/null || true
  done
  echo "aerowatch: /var/lib/aerowatch, /var/lib/aerowatch-backup and ${KEY} stay; remove them by hand."
fi
`,
};

/** Puts what makes a package of the bundle in `opt/aerowatch` beside it; `deploy` is the folder of units. */
export function writeDebianTree(tree: string, deploy: string, about: DebianPackage): void {
  const folders = ['DEBIAN', 'etc', 'usr/lib/systemd/system', 'usr/bin'];
  for (const folder of folders) mkdirSync(join(tree, folder), { recursive: true, mode: 0o755 });
  writeFileSync(join(tree, 'DEBIAN/control'), controlOf(about));
  writeFileSync(join(tree, 'DEBIAN/conffiles'), `${SETTINGS}\n`);
  for (const [name, text] of Object.entries(SCRIPTS)) {
    writeFileSync(join(tree, 'DEBIAN', name), text);
    chmodSync(join(tree, 'DEBIAN', name), 0o755);
  }
  writeFileSync(join(tree, SETTINGS), SETTINGS_TEXT, { mode: 0o600 });
  for (const unit of globSync(join(deploy, '*.{service,timer}'))) {
    copyFileSync(unit, join(tree, 'usr/lib/systemd/system', basename(unit)));
    chmodSync(join(tree, 'usr/lib/systemd/system', basename(unit)), 0o644);
  }
  symlinkSync('../../opt/aerowatch/bin/aerowatch', join(tree, 'usr/bin/aerowatch'));
}
