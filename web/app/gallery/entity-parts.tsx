import { REPAIR_STATES } from '@aerowatch/domain/faults/repair';
import { CHOSEN_KINDS, GENERAL_KIND } from '@aerowatch/domain/work/kinds';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { AeroPicker } from '../../entities/aero-picker/aero-picker.tsx';
import { NoMap } from '../../entities/box-map/no-map.tsx';
import { BoxSelect } from '../../entities/boxes/box-select.tsx';
import { BatteryNotice } from '../../entities/boxes/form/battery-notice.tsx';
import { ConfigurationInput, ModelInput } from '../../entities/boxes/form/configuration-input.tsx';
import { FormSection } from '../../entities/boxes/form/form-section.tsx';
import { StrokeSpark } from '../../entities/boxes/stroke-spark.tsx';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { FindingCard, FindingReasons } from '../../entities/diagnostics/finding-card.tsx';
import { FindingsFirst, FindingsList } from '../../entities/diagnostics/findings-list.tsx';
import { RepairNotice } from '../../entities/diagnostics/repair-notice.tsx';
import { SavedViews } from '../../entities/saved-views.tsx';
import { FactorForm } from '../../entities/session/factors/factor-form.tsx';
import { PasskeyList } from '../../entities/session/factors/passkey-list.tsx';
import { PasswordForm } from '../../entities/session/factors/password-form.tsx';
import { RecoveryCodes } from '../../entities/session/factors/recovery-codes.tsx';
import { TotpSetup } from '../../entities/session/factors/totp-setup.tsx';
import { ConditionEditor } from '../../entities/supervisors/condition-editor.tsx';
import { newCondition, newDraft } from '../../entities/supervisors/draft.ts';
import { Recipients } from '../../entities/supervisors/recipients.tsx';
import { PersonFields } from '../../entities/users/person-fields.tsx';
import { AssigneeInput, DueInput, KindInput, SeverityInput } from '../../entities/work/order-fields.tsx';
import { useText } from '../../lib/text.ts';
import { FindingOrders } from '../../screens/box/aero/finding-orders.tsx';
import { FanLegend } from '../../screens/box/forecast/fan-legend.tsx';
import { AeroWeek } from '../../screens/box/forecast/week-table.tsx';
import { ChangePreview } from '../../screens/boxes/bulk/change-preview.tsx';
import { SigningNotice } from '../../screens/firmwares/signing-notice.tsx';
import { BoxCard } from '../../screens/map/box-card.tsx';
import { OnceValue } from '../../screens/settings/once-value.tsx';
import { BoxPicker } from '../../screens/settings/webhooks/box-picker.tsx';
import { DIAGNOSES, FINDINGS, SHOWN, sampleAero, sampleBox } from './entity-samples.ts';
import type { Part } from './part.ts';
import { FAILURES, NAMES, NOW } from './samples.ts';
import { standIn } from './stand-in.ts';

standIn();
const nothing = (): void => {};
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function Condition({ wrong }: { wrong: boolean }) {
  const [condition, setCondition] = useState(newCondition);
  const problems: Record<string, string> = wrong ? { value: 'required' } : {};
  return (
    <ConditionEditor
      condition={condition}
      number={1}
      onChange={setCondition}
      onRemove={nothing}
      problems={problems}
    />
  );
}

/** Users, boxes and AEROs to choose from: the stored ones, or none. */
function Choices() {
  const t = useText('common');
  const error = t('not_found.text');
  const [boxes, setBoxes] = useState<number[]>([]);
  const [aeros, setAeros] = useState<number[]>([]);
  const draft = { ...newDraft(null), conditions: [newCondition()] };
  return (
    <>
      <ClientSelect value={null} onChange={nothing} error={error} />
      <BoxSelect label={NAMES[1]} value={null} onChange={nothing} error={error} />
      <BoxPicker label={NAMES[1]} client={null} value={boxes} onChange={setBoxes} error={error} />
      <AeroPicker value={aeros} onChange={setAeros} height={260} />
      <Recipients draft={draft} />
      <SavedViews screen="boxes" query="" />
    </>
  );
}

function People() {
  const t = useText('common');
  const error = t('not_found.text');
  return (
    <>
      <PersonFields form={{ getInputProps: () => ({ defaultValue: NAMES[1] }) }} own />
      <PersonFields form={{ getInputProps: () => ({ error }) }} own />
      <PasswordForm email="elodie@example.com" />
      <PasskeyList origin={null} onChange={nothing} />
    </>
  );
}

function OrderFields() {
  const t = useText('common');
  const error = t('not_found.text');
  return (
    <Stack>
      <KindInput kinds={CHOSEN_KINDS} value={GENERAL_KIND} onChange={nothing} />
      <SeverityInput value="medium" onChange={nothing} />
      <DueInput value={null} onChange={nothing} />
      <DueInput value="2026-07-15" onChange={nothing} error={error} />
      <AssigneeInput client={null} value={null} onChange={nothing} error={error} />
    </Stack>
  );
}

function ConfigurationParts() {
  const t = useText('common');
  return (
    <FormSection title={NAMES[1]} description={t('not_found.text')}>
      <ConfigurationInput field="log_time" value={600} onChange={nothing} />
      <ConfigurationInput field="log_time" value={null} onChange={nothing} error={t('not_found.text')} />
      <ConfigurationInput field="server_address" value={NAMES[2]} onChange={nothing} />
      <ModelInput label={NAMES[1]} value={7} onChange={nothing} />
    </FormSection>
  );
}

const changed = (index: number, more: object) => ({
  box: index,
  serial_number: NAMES[index % NAMES.length]!,
  changes: { log_time: { from: 600, to: 1200 } },
  errors: {},
  warnings: [],
  expected_at: null,
  ...more,
});
const PREVIEW = {
  dry_run: true,
  change: null,
  boxes: [
    changed(0, {}),
    changed(1, { errors: { log_time: ['log_time_min|1800 s'] } }),
    changed(2, { changes: {} }),
  ],
};

export const ENTITY_PARTS: readonly Part[] = [
  {
    name: 'RepairNotice',
    show: () =>
      REPAIR_STATES.map((state) => (
        <RepairNotice
          key={state}
          repair={{ at: new Date(NOW).toISOString(), state, moved: 31, called: 34 }}
          order={7}
        />
      )),
  },
  {
    name: 'FindingCard: bad (the first), to watch, with a WorkQuestion, unknown; FindingReasons on paper',
    show: () => (
      <>
        <FindingCard aero={SHOWN.full} finding={FINDINGS.bad} first />
        <FindingCard aero={SHOWN.full} finding={FINDINGS.watch} />
        <FindingCard aero={SHOWN.full} finding={FINDINGS.asked} />
        <FindingCard aero={SHOWN.full} finding={FINDINGS.unknown} />
        <FindingReasons finding={FINDINGS.bad} />
      </>
    ),
  },
  {
    name: 'FindingsList: wrong, nothing wrong, unknown; FindingsFirst on a phone; FindingOrders',
    show: () => (
      <>
        {Object.entries(DIAGNOSES).map(([key, row]) => (
          <FindingsList key={key} row={row} />
        ))}
        <FindingsFirst row={DIAGNOSES.wrong} />
        <FindingOrders row={DIAGNOSES.wrong} />
      </>
    ),
  },
  {
    name: 'AeroWeek with its fan, failed; FanLegend',
    show: () => (
      <>
        <AeroWeek aero={sampleAero(SHOWN.full)} box={sampleBox(SHOWN.full)} />
        <AeroWeek aero={sampleAero(SHOWN.failed)} box={sampleBox(SHOWN.failed)} />
        <FanLegend travel={false} />
      </>
    ),
  },
  {
    name: 'BoxCard: full, its measures not read, loading, failed',
    show: () => (
      <>
        <BoxCard id={SHOWN.full} />
        <BoxCard id={SHOWN.partly} />
        <BoxCard id={SHOWN.loading} />
        <BoxCard id={SHOWN.failed} />
      </>
    ),
  },
  { name: 'NoMap', show: () => <NoMap>{NAMES[1]}</NoMap> },
  {
    name: 'StrokeSpark: no measure, loading',
    show: () => [SHOWN.full, SHOWN.loading].map((id) => <StrokeSpark key={id} aeros={[{ id }]} />),
  },
  { name: 'FormSection, ConfigurationInput, ModelInput', show: () => <ConfigurationParts /> },
  {
    name: 'BatteryNotice: enough, too often',
    show: () =>
      [600, 60].map((time) => (
        <BatteryNotice
          key={time}
          desired={{ ...sampleBox(1).desired, acquisition_time: time, upload_time: time / 10 }}
          latitude={47}
        />
      )),
  },
  {
    name: 'ChangePreview: changed, refused, nothing to change',
    show: () => <ChangePreview preview={PREVIEW} />,
  },
  { name: 'ConditionEditor: empty', show: () => <Condition wrong={false} /> },
  { name: 'ConditionEditor: refused', show: () => <Condition wrong /> },
  { name: 'ClientSelect, BoxSelect, BoxPicker, AeroPicker, Recipients, SavedViews', show: () => <Choices /> },
  {
    name: 'OnceValue',
    show: () => <OnceValue value="aw_scim_bm4kq7" use={NAMES[0]!} onClose={nothing} />,
  },
  { name: 'PersonFields, PasswordForm, PasskeyList', show: () => <People /> },
  { name: 'KindInput, SeverityInput, DueInput, AssigneeInput', show: () => <OrderFields /> },
  {
    name: 'SigningNotice: by the vendor, by this server',
    show: () =>
      (['vendor', 'server'] as const).map((signed_by) => (
        <SigningNotice
          key={signed_by}
          signing={{ signed_by, signatures: 2, keys: [{ id: 'a1b2c3d4e5f6a7b8', public_key: '' }] } as never}
        />
      )),
  },
  {
    name: 'FactorForm, TotpSetup, RecoveryCodes',
    show: () => (
      <>
        <FactorForm
          methods={['totp', 'passkey', 'recovery']}
          passkey={null}
          give={async () => FAILURES[0]!}
        />
        <TotpSetup totp={{ secret: 'JBSWY3DPEHPK3PXP', qr: PIXEL }} onDone={nothing} onCancel={nothing} />
        <RecoveryCodes codes={['a1b2-c3d4', 'e5f6-a7b8', 'c9d0-e1f2']} onKept={nothing} />
      </>
    ),
  },
];
