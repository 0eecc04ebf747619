import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const because = (reason: string, parts: readonly string[]) =>
  Object.fromEntries(parts.map((part) => [part, reason]));
/** Components without their own look, or that cover the page. */
const UNSEEN: Readonly<Record<string, string>> = {
  FetchedView: 'LoadingLines, ErrorState or what is fetched',
  Unread: 'LoadingLines or ErrorState',
  ForMembers: 'what it holds',
  CheckedRows: 'in the previews of imports, once a file is checked',
  CollectionList: 'PageHeader and DataTable in each state',
  ChartTable: 'in CurveView as a table',
  Legend: 'in CurveView',
  TimeChart: 'in CurveView',
  FindingChart: 'CurveView, with marks',
  FindingHead: 'in FindingCard',
  ClientsOfBoxes: 'SeveralClients, of boxes that are loaded',
  Folded: 'in FindingCard',
  FindingsBelow: 'FindingCards, one under the other',
  GaugeLegend: 'in AeroGauge',
  WeatherSource: 'in AeroWeek',
  OrderOfForecast: 'in AeroWeek',
  ForecastOrder: 'a button or a link',
  FindingChoice: 'in ConditionEditor',
  Ending: 'in ConditionEditor',
  Actions: 'in ConditionEditor',
  Comparison: 'in ConditionEditor',
  Window: 'in ConditionEditor',
  NewPicture: 'PictureChoice without a person yet',
  PictureChoice: 'in AvatarEditor',
  PickerFilters: 'in AeroPicker',
  TagList: 'TagBadges of the tags that are stored',
  FileFailure: 'FailureAlert',
  Scope: 'in SilenceDialog',
  When: 'in SilenceDialog',
  OrderStage: 'as OrderState',
  MatterRow: 'in InboxList',
  MatterCurve: 'in MatterRow',
  TypedInput: 'a field of each kind',
  CalendarInput: 'DayInput, MomentInput',
  NewPasswordFields: 'PasswordField, twice',
  StrengthMeter: 'in PasswordForm once something is typed',
  ShownCredentials: 'in CredentialsDialog, and once a box was added',
  ToCopy: 'in ShownCredentials',
  ...because('a dialog, held against WCAG where it opens', [
    'ConfirmDelete',
    'DeleteDialog',
    'SeenDialog',
    'NoteDialog',
    'SilenceDialog',
    'CreateOrderDialog',
    'CredentialsDialog',
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
    'SerialField',
    'NameField',
    'OtherFields',
    'ClientField',
    'PlaceFields',
    'LineField',
    'ClimateFields',
    'AeroFields',
    'AeroDetails',
    'FoldedSection',
    'ConfigurationFields',
    'NameStep',
    'AerosStep',
    'ConditionsStep',
    'TellChoice',
    'SummaryStep',
    'Rehearsal',
    'SecondFactors',
    'BoxFilterControls',
  ]),
  BoxPicture: 'a map, drawn on its screens only',
};
/** Parts of screens that are shown elsewhere. */
const ON_SCREENS: Readonly<Record<string, string>> = {
  ...because('a tab of its screen', [
    'AeroTab',
    'ConfigurationTab',
    'FirmwareTab',
    'HistoryTab',
    'MeasuresTab',
  ]),
  ...because('a form or a step of its screen', [
    'EditForm',
    'EditSections',
    'NewBoxSections',
    'ConnectBox',
    'NewEntry',
    'StartUpdate',
    'ClientForm',
    'TagForm',
    'UserForm',
    'HowInvited',
    'MappingForm',
    'FileChoice',
    'FilePreview',
    'ImportPreview',
    'ReadPeople',
    'UnknownColumns',
    'ClientWarning',
    'ImportOutcomeView',
    'Channel',
    'Telling',
    'AddressFields',
    'PushBrowsers',
    'SignInPolicy',
    'SetAsideBounds',
    'SetAsideFilters',
    'SetAsideMany',
  ]),
  ...because('a dialog, or a button that opens one', [
    'SamiDialog',
    'ShareButton',
    'ReportButton',
    'WebhookDialog',
    'ImportDialog',
    'InvitationDialog',
    'InviteAgain',
    'RemoveFactors',
    'TransferActions',
    'DuplicateButton',
    'ExportButton',
    'FindingsDialog',
    'CloseOrderDialog',
    'MergeDialog',
    'ConfigurationDialog',
    'FirmwareDialog',
    'TagsDialog',
    'FormerPerson',
    'ExportMenu',
    'RefreshButton',
  ]),
  ...because('reads its screen’s own data, in a state that the walk over every screen opens', [
    'AlertCurve',
    'AlertWork',
    'OtherAlerts',
    'AlertMatter',
    'History',
    'AlertsHead',
    'BoxActions',
    'BoxFacts',
    'BoxFactList',
    'BoxHeader',
    'BoxTabs',
    'BoxFooter',
    'AeroFacts',
    'AeroCurves',
    'ConfigurationHistory',
    'ConfigurationTable',
    'Ledger',
    'TimelineRow',
    'Diagnosis',
    'DiagnosisActs',
    'WholeDiagnosis',
    'Changes',
    'Evolution',
    'Week',
    'PrecisionOfFaults',
    'Skill',
    'WeatherState',
    'Along',
    'LineChoices',
    'LineTable',
    'ReachedTable',
    'SelectedAero',
    'TemperaturePanel',
    'TimePanel',
    'EmailPending',
    'Sessions',
    'RolloutProgress',
    'WebhookDeliveries',
    'WeekCurve',
    'Controls',
    'CurveNotices',
    'ExportJob',
    'ScatterView',
    'ShownCurves',
    'Facts',
    'Photos',
    'WayThere',
    'Picture',
    'InboxView',
    'LineFilter',
    'SeverityFilter',
    'Board',
    'BulkBar',
  ]),
  ...because('in TimelineRow, one for each kind of entry', [
    'AlertEntry',
    'SamiEntry',
    'NoteEntry',
    'WorkEntry',
    'FirmwareEntry',
    'ConfigurationEntry',
  ]),
  ...because('in the entries of TimelineRow', ['EntryText', 'EntryState']),
  ...because('on paper', ['PaperAero', 'PaperAlerts', 'PaperLog']),
  ...because('beside the map, drawn on its screen only', [
    'BoxList',
    'BoxesOfPlace',
    'FilterBar',
    'LayerChoice',
    'Legend',
    'WorkOfShown',
    'NothingShown',
    'Frame',
    'ViewChoice',
    'ListButton',
    'Amount',
  ]),
  WhenVisible: 'what it holds',
  Later: 'what it holds',
  ForecastFan: 'in AeroWeek',
  AlertState: 'in the rows of alerts',
  ByBox: 'AlertStates under their boxes',
  AuditRecord: 'on the audit log of the walk over every screen',
  Thresholds: 'on the forecast of the walk over every screen',
  Strip: 'on the dashboard of the walk over every screen',
};
const here = (path: string) => new URL(path, import.meta.url);
const textOf = (path: string) => readFileSync(here(path), 'utf8');
/** Names of the components that a file exports; a constant that is a component is named like one (memo, lazyPart). */
const partsOf = (text: string) =>
  [...text.matchAll(/export (?:function|class|const) (?=[A-Z]\w*[a-z])(\w+)/g)].map(([, part]) => part!);

const ROOMS = ['ui', 'charts', 'forms', 'entities'];
/** A screen itself, which its route shows. */
const isScreen = (name: string): boolean => name.endsWith('-screen.tsx');

const partsIn = (room: string): string[] =>
  globSync('**/*.tsx', { cwd: fileURLToPath(here(`../../${room}`)) })
    .filter((name) => !isScreen(name))
    .flatMap((name) => partsOf(textOf(`../../${room}/${name}`)));
const gallery = readdirSync(here('.'))
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => textOf(`./${name}`))
  .join('\n');
const isShown = (part: string): boolean => new RegExp(`<${part}\\b`).test(gallery);

it.each([
  ['ui, charts, forms and entities', ROOMS, UNSEEN, 90],
  ['screens', ['screens'], ON_SCREENS, 90],
] as const)('shows every part of %s', (_name, rooms, unseen, least) => {
  const parts = rooms.flatMap(partsIn);
  expect(parts.length).toBeGreaterThan(least);
  expect(parts.filter((part) => !(part in unseen) && !isShown(part))).toEqual([]);
  // An exception must be removed with its component, or once it is shown.
  expect(Object.keys(unseen).filter((part) => !parts.includes(part) || isShown(part))).toEqual([]);
});
it('asks for parts however they are written', () => {
  const text =
    'export function Button() {}\nexport const Row = memo(() => null);\nexport const LIMIT = 3;\nexport const one = 1;';
  expect(partsOf(text)).toEqual(['Button', 'Row']);
});
