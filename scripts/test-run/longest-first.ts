import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, in the order in which they start: a slow file that starts late would run alone at
 * the end, with one core idle. Files with browsers, which fill the cores, alternate with those that wait for
 * killed processes: two or three files with a browser at a time.
 */
export const LONGEST = [
  'e2e/bad-days.test.ts',
  'server/features/alerting/judging/kill.test.ts',
  'bench/torture.test.ts',
  'testing/access-walk/access-walk.test.ts',
  'e2e/ten-tasks.test.ts',
  'e2e/typing.test.ts',
  'e2e/forms.test.ts',

  'server/start.test.ts',
  'scripts/documents/operator-options.test.ts',
  'testing/walks/rights-walk.test.ts',
  'testing/loop-walk/loop.test.ts',
  'server/continuous-backup.test.ts',
  'bench/peers.test.ts',
  'scripts/documents/documented-commands.test.ts',
  'e2e/screens.test.ts',
  'e2e/large-fleet.test.ts',
  'e2e/offline-visits.test.ts',
  'server/features/firmware/rollouts/fleet.test.ts',
  'server/features/alerting/judging/judging.property.test.ts',
  'scripts/demo.test.ts',
  'server/platform/database/backup/backup.test.ts',
  'e2e/work.test.ts',
  'oracle/oracle.test.ts',
  'server/features/measures/packing/packing.property.test.ts',
  'server/features/session/session.test.ts',
  'scripts/bundle.test.ts',
  'testing/walks/refusals.test.ts',
  'e2e/second-factor.test.ts',
  'e2e/hardware.test.ts',
  'server/platform/database/embedded/cluster.test.ts',
  'server/platform/database/connection/outage.test.ts',
  'server/features/alerting/judging/judging.test.ts',
  'server/features/notifications/notify.test.ts',
  'e2e/map.test.ts',
  'testing/fuzz/fuzz.test.ts',
  'server/roles.test.ts',
  'server/features/twin/twin.test.ts',
  'testing/walks/audit-walk.test.ts',
  'server/features/notifications/sending/chat.test.ts',
  'server/platform/http/callers/confirm.test.ts',
  'e2e/base-path.test.ts',
  'scripts/commands.test.ts',
  'server/features/users/operator/operator.test.ts',
  'server/migrations/audit-chain.test.ts',
  'e2e/api-docs.test.ts',
  'server/features/notifications/sending/push.test.ts',
  'e2e/way-of-a-measure.test.ts',
  'server/platform/mqtt/tls.test.ts',
  'e2e/attacker.test.ts',
  'e2e/browser.test.ts',
  'e2e/first-load.test.ts',
  'e2e/confirm.test.ts',
  'e2e/exported-picture.test.ts',
  'e2e/kept-answers.test.ts',
  'e2e/leaving.test.ts',
] as const;

/**
 * The short files of the project "rooms" come last: they can fill the cores to the end. A worker changes its
 * project once.
 */
const LAST = 'rooms';

/** The files of the list above first, then all others in the order of vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place < 0 ? LONGEST.length + Number(project.name === LAST) : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}
