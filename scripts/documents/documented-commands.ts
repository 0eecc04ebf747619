// Each command of the documents: run in a scratch installation, or the reason why only its words are checked.

/** Paths of the documents and their replacements; `{w}` is the scratch folder, `{data}` its DATA_DIR. */
export const PLACES: readonly (readonly [string, string])[] = [
  ['/backup/', '{w}/backup/'],
  ['/archive', '{w}/archive'],
  ['/opt/aerowatch', '{w}/opt/aerowatch'],
  ['/var/lib/aerowatch/', '{data}/'],
  // The documents leave the database open; the tests use that of the installation.
  ['DATABASE_URL=… ', ''],
  ['/etc/systemd/system/', '{w}/systemd/'],
  ['/etc/aerowatch', '{w}/etc/aerowatch'],
];

export const RUN = 'run' as const;
/** In an empty database of its own. */
export const RUN_EMBEDDED = 'run with the embedded database' as const;
const SYSTEM = 'changes the services of this machine; the units are looked at by scripts/units.test.ts';
const STANDBY = 'wants a second machine; tried as said in docs/operations.md';
const STANDING =
  'the whole product: scripts/demo.test.ts, server/start.test.ts, server/life.test.ts, scripts/bundle.test.ts start it';

/** In the order of the documents: a later command may use the result of an earlier one. */
export const DOCUMENTED: Readonly<Record<string, string>> = {
  'npm run demo': STANDING,
  'npm test': 'this is it',
  'npm run dev': STANDING,
  'npm run check': 'runs beside the tests',
  'npm ci && npm run bundle':
    'what it packs is laid out and run by scripts/bundle.test.ts; packing takes a minute',
  'npm run bundle -- --key release-key.pem': 'as above; its verification is run',
  'npm run bundle -- --deb':
    'its tree is packed by scripts/release/debian-package.test.ts; packing all takes a minute',
  'apt install ./aerowatch_*.deb': SYSTEM,
  'openssl genpkey -algorithm ed25519 -out release-key.pem': RUN,
  'openssl pkey -in release-key.pem -pubout -out release-key.pub': RUN,
  'sha256sum -c aerowatch-*.tar.gz.sha256': RUN,
  'openssl pkeyutl -verify -pubin -inkey release-key.pub -rawin -in aerowatch-*.tar.gz.sha256 -sigfile aerowatch-*.tar.gz.sha256.sig':
    RUN,
  'mkdir -p /opt/aerowatch && tar -xzf aerowatch-*.tar.gz -C /opt/aerowatch --strip-components 1': RUN,
  '/opt/aerowatch/bin/aerowatch start': STANDING,
  'cd /opt/aerowatch': RUN,
  'useradd --system --home /var/lib/aerowatch aerowatch': SYSTEM,
  'cp deploy/aerowatch.service /etc/systemd/system/': RUN,
  'install -m 600 /dev/null /etc/aerowatch.env': RUN,
  'systemctl enable --now aerowatch': SYSTEM,
  "journalctl -u aerowatch | grep -A1 'First administrator'": SYSTEM,
  'npm run bundle && podman build --format docker -f deploy/Containerfile -t aerowatch .':
    'wants podman and network; its file is read below',
  'podman run -p 8080:8080 -p 1883:1883 -v aerowatch:/data -e PUBLIC_URL=https://console.example.org aerowatch':
    'wants podman',
  'export DATA_DIR=/var/lib/aerowatch': 'of the shell of whoever reads',
  'mkdir -p /backup/': RUN,
  'openssl rand -base64 33 > /etc/aerowatch-backup.key && chmod 600 /etc/aerowatch-backup.key': RUN,
  'helm install console deploy/helm/aerowatch -f values-of-ours.yaml':
    'wants a cluster; testing/helm/chart.test.ts renders it',
  'npm run backup -- /backup/aerowatch-$(date +%F).backup --key-file /etc/aerowatch-backup.key': RUN,
  'npm run backup -- verify /backup/aerowatch-2026-11-21.backup --key-file /etc/aerowatch-backup.key':
    'scripts/commands.test.ts',
  'npm run restore -- /backup/aerowatch-2026-11-21.backup --key-file /etc/aerowatch-backup.key':
    'the rehearsal is the same command, and run',
  'cp deploy/aerowatch-backup.* /etc/systemd/system/': RUN,
  'cp deploy/aerowatch-rehearsal.* /etc/systemd/system/': RUN,
  'systemctl daemon-reload && systemctl enable --now aerowatch-backup.timer aerowatch-rehearsal.timer':
    SYSTEM,
  'systemctl start aerowatch-backup && journalctl -u aerowatch-backup': SYSTEM,
  'npm run backup -- --into /backup/ --key-file /etc/aerowatch-backup.key': RUN,
  'npm run backup -- rehearse /backup/ --in /archive --key-file /etc/aerowatch-backup.key': RUN,
  'npm run backup -- fetch /backup --key-file /etc/aerowatch-backup.key': 'scripts/commands.test.ts',
  'npm run backup -- rehearse continuous': 'server/continuous-backup.test.ts',
  'cp deploy/aerowatch-copy.* /etc/systemd/system/ && systemctl enable --now aerowatch-copy.timer': SYSTEM,
  'npm run backup -- continuous --keep 2': 'server/continuous-backup.test.ts',
  'npm run restore -- --continuous /var/lib/aerowatch-backup/continuous': 'as above',
  'npm run restore -- --continuous /var/lib/aerowatch-backup/continuous --until 2026-11-21T08:30:00Z':
    'as above',
  'DATA_DIR=$(mktemp -d) npm run restore -- /backup/latest.backup --key-file /etc/aerowatch-backup.key':
    RUN_EMBEDDED,
  'DATA_DIR=the-same PORT=8081 MQTT_PORT=1884 SMTP_URL= SMS_URL= npm start': STANDING,
  'npm run database -- upgrade': 'wants programs of an older PostgreSQL; tried from 15 to 18',
  'npm run database -- forget-old': 'follows an upgrade',
  'npm run database -- move --to postgres://user:password@host/db':
    'wants a second PostgreSQL; tried both ways',
  'DATABASE_URL=postgres://… npm run database -- move --to embedded': 'as above',
  "create role replica with replication login password '…';": STANDBY,
  "alter system set synchronous_standby_names = 'aerowatch_standby';": STANDBY,
  'select pg_reload_conf();': STANDBY,
  'pg_basebackup -h primary -U replica -D /var/lib/postgresql/15/main -R -X stream -C -S aerowatch_standby':
    STANDBY,
  'echo "cluster_name = \'aerowatch_standby\'" >> /var/lib/postgresql/15/main/postgresql.auto.conf': STANDBY,
  "psql -c 'select pg_promote()' -c 'alter system reset synchronous_standby_names' -c 'select pg_reload_conf()'":
    STANDBY,
  'npm run support': RUN,
  "create role aerowatch_owner login password '…';  create database aerowatch owner aerowatch_owner;":
    'server/server-role.test.ts',
  "create role aerowatch_server login password '…';": 'server/server-role.test.ts',
  'npm run audit -- verify': RUN,
  'npm run audit -- accept REASON': 'follows a restored backup: scripts/commands.test.ts',
  'npm run audit -- export log.jsonl': RUN,
  'npm run audit -- verify log.jsonl': RUN,
  'npm run user -- create-admin you@example.org': RUN,
  'npm run user -- reset-password you@example.org': RUN,
  'npm run keys -- status': RUN,
  'npm run keys -- add': RUN,
  'systemctl restart aerowatch': SYSTEM,
  'npm run keys -- rotate': RUN,
  'npm run keys -- retire': RUN,
  'echo "SECRET_KEY=$(openssl rand -base64 33),$(cat /var/lib/aerowatch/secret-key)" >> /etc/aerowatch.env':
    RUN,
  'npm run sbom': 'writes into this folder; run with each release',
  'npm audit --omit=dev': 'asks the registry',
  'osv-scanner scan source -L dist/sbom.cdx.json': 'a program of others, with network',
  'mosquitto_pub -h 127.0.0.1 -i AW-1 -u AW-1 -P "$PASSWORD" -q 1 -t boxes/AW-1/measures -m \'{"v":1,"aeros":[{"aero":1,"t0":\'$(date +%s)\',"dt":[0],"temperature":[21.4],"pressure":[82.1],"stroke":[512],"battery_voltage":[4.1],"solar_voltage":[5.2],"charge_current":[120]}]}\'':
    RUN,
  'npm run diagnostics': 'takes hours; bench/diagnostics.test.ts plays some of it',
  'npm run diagnostics -- --quick': 'takes minutes; as above',
  'npm run diagnostics -- --aeros 2 --only leak,sound --at 600 --seed 7 --out some.json --outcomes why.json':
    'as above',
  'npm run diagnostics -- --only sound --world elsewhere --seed 7': 'as above',
  'npm run diagnostics -- --fit --from why.json,others.json': 'bench/diagnostics/fit.test.ts runs it',
  'TARGET=maximo TARGET_URL=https://maximo.example TARGET_KEY=… MAXIMO_SITE=BEDFORD WEBHOOK_SECRET=whsec_… AEROWATCH_URL=https://aerowatch.example AEROWATCH_KEY=aw_… PORT=9090 node docs/integrations/bridge.mjs':
    'server/features/webhooks/maintenance-recipes.test.ts runs it against a Maximo that is played',
  'unzip yesoreyeram-infinity-datasource-<version>.zip -d /var/lib/grafana/plugins && systemctl restart grafana-server':
    'wants a Grafana',
  'DATABASE_URL=… npm run database:plan': RUN,
  'TEST_DATABASE_URL=postgres://postgres@coordinator/postgres npm test -- --project server':
    'these tests, over a cluster of yours',
  'TEST_DATABASE_URL=postgres://postgres@coordinator/postgres npm run torture -- --only split':
    'bench/torture.test.ts plays some of it',
  'cd /archive && sha256sum -c *.sha256': RUN,
  'npm run archive -- restore /archive/measures-2023-03-*.csv.gz': RUN,
};
