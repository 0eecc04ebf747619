import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const because = (reason: string, parts: readonly string[]) =>
  Object.fromEntries(parts.map((part) => [part, reason]));
/** Components without a look of their own, or with one that covers the page. */
const UNSEEN: Readonly<Record<string, string>> = {
  FetchedView: 'LoadingLines, ErrorState or what is fetched',
  WhenVisible: 'what it holds',
  Later: 'what it holds',
  ForMembers: 'what it holds',
  PartBoundary: 'ErrorState',
  CollectionList: 'PageHeader and DataTable in each state',
  ChartTable: 'in CurveView as a table',
  Legend: 'in CurveView',
  TimeChart: 'in CurveView',
  FindingChart: 'CurveView, with marks',
  FindingHead: 'in FindingCard',
  Folded: 'in FindingCard',
  FindingsBelow: 'FindingCards, one under the other',
  GaugeLegend: 'in AeroGauge',
  ForecastFan: 'in AeroWeek',
  WeatherSource: 'in AeroWeek',
  OrderOfForecast: 'in AeroWeek',
  ForecastOrder: 'a button or a link',
  FindingChoice: 'in ConditionEditor',
  Ending: 'in ConditionEditor',
  PickerFilters: 'in AeroPicker',
  TagList: 'TagBadges of the tags that are stored',
  FileFailure: 'FailureAlert',
  NewPasswordFields: 'PasswordField, twice',
  StrengthMeter: 'in PasswordForm once something is typed',
  ...because('a dialog, held against WCAG where it opens', [
    'ConfirmDelete',
    'DeleteDialog',
    'SeenDialog',
    'NoteDialog',
    'SilenceDialog',
    'CloseOrderDialog',
    'CreateOrderDialog',
    'CredentialsDialog',
    'MergeDialog',
    'ConfigurationDialog',
    'FirmwareDialog',
    'TagsDialog',
    'CopyConfiguration',
    'AvatarEditor',
    'Cropper',
    'SsoInWindow',
  ]),
  ...because('a whole page or step of its screen', [
    'VisitorCard',
    'VisitorForm',
    'VisitorNews',
    'PrivacyNotice',
    'BoxForm',
    'IdentityFields',
    'PlaceFields',
    'AeroFields',
    'ConfigurationFields',
    'NameStep',
    'AerosStep',
    'ConditionsStep',
    'SummaryStep',
    'Rehearsal',
    'SecondFactors',
    'BoxFilterControls',
  ]),
  BoxPicture: 'a map, drawn on its screens only',
};
const here = (path: string) => new URL(path, import.meta.url);
const textOf = (path: string) => readFileSync(here(path), 'utf8');
/** Names of the components that a file exports; a constant that is a component is named like one (memo, lazyPart). */
const partsOf = (text: string) =>
  [...text.matchAll(/export (?:function|class|const) (?=[A-Z]\w*[a-z])(\w+)/g)].map(([, part]) => part!);

const ROOMS = ['ui', 'charts', 'forms', 'entities'];

it('shows every part of ui, charts, forms and entities', () => {
  const gallery = readdirSync(here('.'))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => textOf(`./${name}`))
    .join('\n');
  const parts = ROOMS.flatMap((room) =>
    globSync('**/*.tsx', { cwd: fileURLToPath(here(`../../${room}`)) }).flatMap((name) =>
      partsOf(textOf(`../../${room}/${name}`)),
    ),
  );
  expect(parts.length).toBeGreaterThan(90);
  const missing = parts.filter((part) => !(part in UNSEEN) && !new RegExp(`<${part}\\b`).test(gallery));
  expect(missing).toEqual([]);
  // No exception outlives its component.
  expect(Object.keys(UNSEEN).filter((part) => !parts.includes(part))).toEqual([]);
});
it('asks for parts however they are written', () => {
  const text =
    'export function Button() {}\nexport const Row = memo(() => null);\nexport const LIMIT = 3;\nexport const one = 1;';
  expect(partsOf(text)).toEqual(['Button', 'Row']);
});
