import { Select, SimpleGrid, Tabs } from '@mantine/core';
import { useState } from 'react';
import { JobProgress } from '../../entities/jobs/job-progress.tsx';
import { ClockInput } from '../../forms/clock-input.tsx';
import { DayInput } from '../../forms/day-input.tsx';
import { DurationInput } from '../../forms/duration-input.tsx';
import { CsvDrop } from '../../forms/files/csv-drop.tsx';
import { FailureAlert, FormFrame } from '../../forms/form-screen.tsx';
import { KilometerInput } from '../../forms/kilometer-input.tsx';
import { MomentInput } from '../../forms/moment-input.tsx';
import { NumberField } from '../../forms/number-field.tsx';
import { OwnTextInput } from '../../forms/own-text-input.tsx';
import { PasswordField } from '../../forms/password/password-field.tsx';
import { QuantityInput } from '../../forms/quantity-input.tsx';
import { Overtaken } from '../../forms/saving/overtaken.tsx';
import { TextAreaField, TextField } from '../../forms/text-field.tsx';
import type { Held } from '../../forms/typed/reading.ts';
import { ZoneInput } from '../../forms/zone-input.tsx';
import { useTyped } from '../../lib/hooks/use-typed.ts';
import { useText } from '../../lib/text.ts';
import { Markdown } from '../../screens/settings/release/markdown.tsx';
import { Copy } from '../../ui/copy.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { BackLink } from '../../ui/links/back-link.tsx';
import { IconButton, LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Properties } from '../../ui/properties.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { BusyBar } from '../../ui/states/busy-bar.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { Problem } from '../../ui/states/problem.tsx';
import { EmptyState, LoadingScreen } from '../../ui/states/states.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import type { Part } from './part.ts';
import { FAILURES, NAMES, NOW } from './samples.ts';

function Inputs() {
  const t = useText('common');
  const [value, setValue] = useState<Held<number>>(120);
  const [moment, setMoment] = useState<string | null>(new Date(NOW).toISOString());
  const search = useTyped('', () => undefined);
  const label = t('action.search');
  const error = t('not_found.text');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <SearchInput label={label} placeholder={label} search={search} />
      <OwnTextInput label={label} max={100} stored={NAMES[0]} onSave={async () => true} />
      <Select label={label} data={[...NAMES]} defaultValue={NAMES[1]} />
      <PasswordField label={label} />
      <PasswordField label={label} error={error} />
      <QuantityInput label={label} quantity="length" value={value} onChange={setValue} />
      <QuantityInput label={label} quantity="length" value={null} onChange={setValue} error={error} />
      <DurationInput label={label} unit="s" value={value} onChange={setValue} />
      <DurationInput label={label} unit="s" value={null} onChange={setValue} error={error} />
      <NumberField label={label} unit="%" decimals={1} value={value} onChange={setValue} />
      <KilometerInput label={label} value={value} onChange={setValue} />
      <MomentInput label={label} value={moment} onChange={setMoment} />
      <MomentInput label={label} value={null} onChange={setMoment} disabled />
      <DayInput label={label} clearable value={moment?.slice(0, 10) ?? null} onChange={setMoment} />
      <ClockInput label={label} value="22:00" onChange={nothing} />
      <ZoneInput label={label} value="Europe/Paris" onChange={nothing} />
      <TextField label={label} max={10} value={NAMES[1]} onChange={nothing} />
      <TextAreaField label={label} max={10} value={NAMES[2]} onChange={nothing} />
    </SimpleGrid>
  );
}

function Form({ busy }: { busy: boolean }) {
  return (
    <FormFrame
      onSubmit={(event) => event.preventDefault()}
      busy={busy}
      failure={busy ? null : FAILURES[4]!}
      cancelTo="/gallery"
    >
      <Inputs />
    </FormFrame>
  );
}

function Files() {
  const t = useText('common');
  return (
    <CsvDrop
      label={t('action.search')}
      text={t('not_found.text')}
      mostBytes={1}
      onChoose={() => undefined}
      onReject={() => undefined}
    />
  );
}

const job = {
  id: 1,
  created_at: new Date(NOW).toISOString(),
  updated_at: new Date(NOW).toISOString(),
  kind: 'export',
  state: 'running',
  progress: 0.4,
  total: null,
  detail: null,
  file: null,
  result: null,
} as const;
function Waiting() {
  const t = useText('common');
  return (
    <>
      <BusyBar label={t('state.loading')} share={0.4} />
      <BusyBar label={t('state.loading')} share={1} working={false} />
      <JobProgress job={job} label={NAMES[1]} />
      <JobProgress job={{ ...job, state: 'queued', progress: 0 }} label={NAMES[2]} />
    </>
  );
}

function Heads() {
  const t = useText('common');
  return NAMES.map((name) => (
    <PageHeader
      key={name}
      title={name}
      description={t('not_found.text')}
      breadcrumbs={<BackLink to="/gallery">{name}</BackLink>}
      actions={
        <>
          <LinkButton to="/gallery" variant="default">
            {t('action.edit')}
          </LinkButton>
          <IconButton label={t('action.edit')} to="/gallery" icon={<span aria-hidden>+</span>} />
        </>
      }
    />
  ));
}

function Tabbed() {
  return (
    <Tabs value={NAMES[1]}>
      <TabList open={NAMES[1]}>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </TabList>
    </Tabs>
  );
}

function Empty() {
  const t = useText('common');
  return <EmptyState title={t('not_found.title')} text={t('not_found.text')} />;
}

const nothing = (): void => {};

function Panels() {
  const t = useText('common');
  return (
    <Panel title={NAMES[0]} aside={<TextLink to="/gallery">{NAMES[1]}</TextLink>}>
      <Problem text={t('error.deleting')} />
      <Copy value={NAMES[2]} />
      <Properties of={[[NAMES[0], NAMES[1]]]} />
      <DialogButtons onCancel={nothing} act={t('action.save')} />
    </Panel>
  );
}

export const FIELD_PARTS: readonly Part[] = [
  { name: 'PageHeader, BackLink, LinkButton, IconButton', show: () => <Heads /> },
  { name: 'Panel, TextLink, Problem, Copy, Properties, DialogButtons', show: () => <Panels /> },
  { name: 'TabList', show: () => <Tabbed /> },
  {
    name: 'SearchInput, Select, PasswordField, and a field of each kind',
    show: () => <Inputs />,
  },
  { name: 'FormFrame: refused', show: () => <Form busy={false} /> },
  { name: 'FormFrame: saving', show: () => <Form busy /> },
  { name: 'FailureAlert', show: () => <FailureAlert failure={FAILURES[0]!} /> },
  {
    name: 'Overtaken',
    show: () => (
      <Overtaken at="2026-03-01T08:30:00Z" parts={NAMES.slice(0, 2)} onTake={nothing} onKeep={nothing} />
    ),
  },
  { name: 'CsvDrop', show: () => <Files /> },
  { name: 'BusyBar, JobProgress', show: () => <Waiting /> },
  { name: 'EmptyState', show: () => <Empty /> },
  { name: 'LoadingScreen', show: () => <LoadingScreen /> },
  { name: 'NotFound', show: () => <NotFound /> },
  {
    name: 'Markdown',
    show: () => (
      <Markdown top={4} text={`## ${NAMES[0]}\n\n${NAMES[1]}\n\n- ${NAMES[2]}\n\n    ${NAMES[0]}`} />
    ),
  },
];
