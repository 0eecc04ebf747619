import type { ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import { configurationProblems } from '@aerowatch/domain/box/configuration-problems';
import { Button, Group, Modal, MultiSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { useNavigate } from 'react-router';
import { BoxSelect } from '../../../entities/boxes/box-select.tsx';
import { ConfigurationInput } from '../../../entities/boxes/form/configuration-input.tsx';
import {
  type ConfigurationValues,
  EDITED_KEYS,
  sentValue,
} from '../../../entities/boxes/form/form-values.ts';
import { ClientsOfBoxes } from '../../../entities/clients/several-clients.tsx';
import { FailureAlert } from '../../../forms/form-screen.tsx';
import type { Answer, Body } from '../../../lib/api/contract.ts';
import type { Failure } from '../../../lib/api/result.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';
import { ChangePreview } from './change-preview.tsx';
import { useCurrentValues } from './use-current-values.ts';
import { useMessage } from './use-message.ts';

type Preview = Answer<'boxesBulkConfiguration'>;
type Request = Body<'boxesBulkConfiguration'>;
/** Field by field, or copied from another box. */
type How = 'fields' | 'box';
interface Props {
  /** Boxes to change; the dialog is open while there are some. */
  boxes: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Changes selected desired fields of many boxes, after showing the differences on each. */
export function ConfigurationDialog({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  return (
    <Modal
      opened={boxes.length > 0}
      onClose={onClose}
      title={t('change.title', { count: boxes.length })}
      size="xl"
      closeOnClickOutside={false}
    >
      {boxes.length > 0 ? <Steps boxes={boxes} onClose={onClose} onDone={onDone} /> : null}
    </Modal>
  );
}

type What = Pick<Request, 'changes' | 'copy_from'>;

/** Previews the change of these boxes, and applies it after the preview. */
function useBulkChange({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  const navigate = useNavigate();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [configureBoxes, busy] = useMutation('boxesBulkConfiguration');
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (what: What): Promise<void> => {
    setFailure(null);
    const dryRun = preview === null;
    const result = await configureBoxes({ body: { boxes: [...boxes], dry_run: dryRun, ...what } });
    if (!result.ok) {
      if (result.status !== 403) setFailure(result);
      return;
    }
    if (dryRun) return setPreview(result.data);
    toast.success(t('change.done', { count: changedOf(result.data) }));
    onClose();
    onDone();
    if (result.data.change !== null) void navigate(paths.configurationChange(result.data.change));
  };
  return { preview, busy, failure, send, back: () => setPreview(null) };
}

function Steps({ boxes, onClose, onDone }: Props) {
  const t = useText('boxes');
  const common = useText('common');
  const [how, setHow] = useState<How>('fields');
  const [keys, setKeys] = useState<ConfigurationKey[]>([]);
  const [values, setValues] = useState<ConfigurationValues>({});
  const [source, setSource] = useState<number | null>(null);
  const { preview, busy, failure, send, back } = useBulkChange({ boxes, onClose, onDone });
  const { set, changes, problems } = useChanges(keys, values);
  const ready = how === 'box' ? source !== null : set.length > 0 && problems.size === 0;
  const what: What =
    how === 'box' ? { copy_from: source ?? undefined } : { changes: changes as Request['changes'] };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) void send(what);
      }}
    >
      <Stack>
        <ClientsOfBoxes boxes={boxes} />
        {preview === null ? (
          <>
            <HowChoice how={how} onChange={setHow} />
            {how === 'box' ? (
              <BoxSelect
                label={t('change.source')}
                description={t('change.source_help')}
                value={source}
                onChange={setSource}
              />
            ) : (
              <FieldChoice
                boxes={boxes}
                keys={keys}
                values={values}
                problems={problems}
                untouched={keys.length > 0 && set.length === 0}
                onKeys={setKeys}
                onValues={setValues}
              />
            )}
          </>
        ) : (
          <ChangePreview preview={preview} />
        )}
        {failure === null ? null : <FailureAlert failure={failure} title={common('error.updating')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Next preview={preview} busy={busy} ready={ready} onBack={back} />
        </Group>
      </Stack>
    </form>
  );
}

/** The request's body, and its problems. */
function useChanges(keys: readonly ConfigurationKey[], values: ConfigurationValues) {
  const say = useMessage();
  // A field with different values that was not edited stays unchanged on each box, and so does a secret of
  // which only the mask is known.
  const set = keys.filter((key) => values[key] !== undefined && values[key] !== SECRET_MASK);
  const changes = Object.fromEntries(set.map((key) => [key, sentValue(key, values[key] ?? null)]));
  // The server checks rules between fields for each box; here only single fields are checked.
  const problems = new Map(
    configurationProblems(changes).map(({ field, message }) => [field, say(field, message)]),
  );
  return { set, changes, problems };
}

function HowChoice({ how, onChange }: { how: How; onChange: (how: How) => void }) {
  const t = useText('boxes');
  return (
    <SegmentedControl
      aria-label={t('change.how')}
      value={how}
      data={[
        { value: 'fields', label: t('change.by_hand') },
        { value: 'box', label: t('change.from_box') },
      ]}
      onChange={(value) => onChange(value === 'box' ? 'box' : 'fields')}
    />
  );
}

/** The fields to change, each with the present values of the boxes. */
function FieldChoice({
  boxes,
  keys,
  values,
  problems,
  untouched,
  onKeys,
  onValues,
}: {
  boxes: readonly number[];
  keys: readonly ConfigurationKey[];
  values: ConfigurationValues;
  problems: ReadonlyMap<string, string>;
  /** Whether nothing differs from the present values. */
  untouched: boolean;
  onKeys: (keys: ConfigurationKey[]) => void;
  onValues: Dispatch<SetStateAction<ConfigurationValues>>;
}) {
  const t = useText('boxes');
  const common = useText('common');
  const words = useText('configuration');
  const has = useCurrentValues(boxes);
  return (
    <>
      <MultiSelect
        label={t('change.fields')}
        description={t('change.fields_help')}
        data={EDITED_KEYS.map((key) => ({ value: key, label: words(`field.${key}`) }))}
        value={[...keys]}
        onChange={(next) => {
          onKeys(EDITED_KEYS.filter((key) => next.includes(key)));
          onValues((before) => ({
            ...Object.fromEntries(next.map((key) => [key, has(key as ConfigurationKey).common])),
            ...before,
          }));
        }}
        searchable
        clearable
        nothingFoundMessage={common('form.nothing_found')}
      />
      {keys.map((key) => (
        <div key={key}>
          <ConfigurationInput
            field={key}
            value={values[key]}
            error={problems.get(key)}
            mixed={has(key).common === undefined}
            onChange={(value) => onValues((before) => ({ ...before, [key]: value }))}
          />
          <SmallText mt={4}>{has(key).text}</SmallText>
        </div>
      ))}
      {untouched ? <Text role="status">{t('change.untouched')}</Text> : null}
    </>
  );
}

/** Previews the change; then, if no box refuses it, applies it. */
function Next({
  preview,
  busy,
  ready,
  onBack,
}: {
  preview: Preview | null;
  busy: boolean;
  ready: boolean;
  onBack: () => void;
}) {
  const t = useText('boxes');
  const common = useText('common');
  if (preview === null)
    return (
      <Button key="preview" type="submit" loading={busy} disabled={!ready}>
        {t('change.preview')}
      </Button>
    );
  const changed = changedOf(preview);
  const refused = preview.boxes.some(({ errors }) => Object.keys(errors).length > 0);
  return (
    <>
      <Button key="back" variant="default" onClick={onBack}>
        {common('action.back')}
      </Button>
      <Button key="apply" type="submit" loading={busy} disabled={refused || changed === 0}>
        {t('change.apply', { count: changed })}
      </Button>
    </>
  );
}

function changedOf(preview: Preview): number {
  return preview.boxes.filter(({ changes }) => Object.keys(changes).length > 0).length;
}
