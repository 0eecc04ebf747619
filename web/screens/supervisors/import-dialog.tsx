import type { supervisorsImport } from '@aerowatch/contracts/api/supervisor-files';
import type { BodyInputOf, ResponseOf } from '@aerowatch/contracts/endpoint';
import { Badge, Checkbox, FileInput, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { type Failure, flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { failureText } from '../../ui/states/failure.ts';
import { Problem } from '../../ui/states/problem.tsx';
import { toast } from '../../ui/toast.ts';

type Checked = ResponseOf<typeof supervisorsImport>;
type Body = BodyInputOf<typeof supervisorsImport>;
interface Choice {
  client: number | null;
  leaveOut: boolean;
  again: boolean;
}
interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Imports supervisors from a file: checked first, then created, all or none. */
export function ImportDialog({ opened, onClose }: Props) {
  const t = useText('supervisors');
  return (
    <Modal opened={opened} onClose={onClose} title={t('import.title')} size="lg">
      <Steps onClose={onClose} />
    </Modal>
  );
}

/** The file, its import, and the result of its check. */
function useFile(onClose: () => void) {
  const t = useText('supervisors');
  const common = useText('common');
  const own = useProfile()?.client ?? null;
  const [choice, setChoice] = useState<Choice>({ client: own, leaveOut: false, again: false });
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [importSupervisors, busy] = useMutation('supervisorsImport');

  const send = async (chosen: File, next: Choice, dry: boolean): Promise<Checked | undefined> => {
    const content = await readJson(chosen);
    if (content === undefined) return void setProblem(t('import.notJson'));
    const result = await importSupervisors({ body: bodyOf(content, next, dry) });
    if (result.ok) return result.data;
    setProblem(said(result, common));
    return undefined;
  };
  const check = async (chosen: File | null, next: Choice) => {
    setFile(chosen);
    setChoice(next);
    setChecked(null);
    setProblem(null);
    if (chosen === null || next.client === null) return;
    const found = await send(chosen, next, true);
    if (found) setChecked(found);
  };
  const importAll = async () => {
    if (file === null) return;
    const made = await send(file, choice, false);
    if (!made) return;
    toast.success(t('import.done', { count: made.created }));
    onClose();
  };
  return { choice, file, checked, problem, busy, check, importAll };
}

function Steps({ onClose }: { onClose: () => void }) {
  const t = useText('supervisors');
  const admin = useGrants('admin');
  const { choice, file, checked, problem, busy, check, importAll } = useFile(onClose);
  const ready = checked !== null && checked.errors.length === 0 && checked.created > 0;
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('import.help')}</Text>
      {admin ? (
        <ClientSelect
          withAsterisk
          value={choice.client}
          onChange={(client) => void check(file, { ...choice, client })}
        />
      ) : null}
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept="application/json,.json"
        clearable
        value={file}
        onChange={(chosen) => void check(chosen, choice)}
      />
      <Checkbox
        label={t('import.leaveOut')}
        checked={choice.leaveOut}
        onChange={(event) => void check(file, { ...choice, leaveOut: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('import.again')}
        checked={choice.again}
        onChange={(event) => void check(file, { ...choice, again: event.currentTarget.checked })}
      />
      <Problem text={problem} />
      {checked === null ? null : <Found checked={checked} />}
      <DialogButtons
        onCancel={onClose}
        act={checked === null ? t('import.action') : t('import.go', { count: checked.created })}
        loading={busy}
        disabled={!ready}
        onAct={importAll}
      />
    </Stack>
  );
}

const COLORS = { new: 'teal', exists: 'gray', wrong: 'red' } as const;
const MAX_SHOWN = 50;

/** The content of the file, one line per supervisor, with its errors below. */
function Found({ checked }: { checked: Checked }) {
  const t = useText('supervisors');
  const common = useText('common');
  const formats = useFormats();
  const errors = Map.groupBy(checked.errors, ({ index }) => index);
  // Errors come first, because the user has to correct them.
  const lines = [...checked.supervisors].sort(
    (a, b) => Number(b.state === 'wrong') - Number(a.state === 'wrong') || a.index - b.index,
  );
  return (
    <Stack gap="xs" role="region" aria-label={t('import.found')}>
      {lines.slice(0, MAX_SHOWN).map((line) => (
        <div key={line.index}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color={COLORS[line.state]} style={{ flex: 'none', maxWidth: 'none' }}>
              {t(`import.${line.state}`)}
            </Badge>
            <Text style={{ overflowWrap: 'anywhere' }}>
              {line.name === '' ? `#${line.index + 1}` : line.name}
            </Text>
            <Text c="dimmed" style={{ flex: 'none' }}>
              {line.state === 'wrong' ? '' : becomes(line, t)}
            </Text>
          </Group>
          {line.left_out.length > 0 ? (
            <SmallText>{t('import.leftOut', { aeros: someOf(line.left_out) })}</SmallText>
          ) : null}
          <List size="xs" c="var(--mantine-color-error)">
            {(errors.get(line.index) ?? []).slice(0, 10).map((error) => (
              <List.Item key={`${error.field} ${error.message}`}>
                {common('labelled', { label: error.field, value: error.message })}
              </List.Item>
            ))}
          </List>
        </div>
      ))}
      {lines.length > MAX_SHOWN ? (
        <SmallText>
          {t('import.more', { count: lines.length - MAX_SHOWN, shown: formats.number(MAX_SHOWN, 0) })}
        </SmallText>
      ) : null}
    </Stack>
  );
}

/** Its scope at this client: a tag is the client's own tag of that name. */
function becomes(
  { scope, tag, aeros: count }: Checked['supervisors'][number],
  t: TextOf<'supervisors'>,
): string {
  if (scope === 'tag') return t('import.tag', { tag: tag ?? '', count });
  return t(scope === 'client' ? 'import.client' : 'import.aeros', { count });
}

const someOf = (names: readonly string[]) =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} …` : names.join(', ');

async function readJson(file: File): Promise<unknown> {
  try {
    const content: unknown = JSON.parse(await file.text());
    return typeof content === 'object' && content !== null ? content : undefined;
  } catch {
    return undefined;
  }
}

function bodyOf(content: unknown, { client, leaveOut, again }: Choice, dry: boolean): Body {
  return {
    ...(client === null ? {} : { client }),
    dry_run: dry,
    unknown_aeros: leaveOut ? 'leave_out' : 'refuse',
    same_name: again ? 'add' : 'skip',
    // The server reports what it cannot read.
    file: content as Body['file'],
  };
}

function said(failure: Failure, common: TextOf<'common'>): string {
  const errors = Object.entries(flatErrors(failure.errors)).slice(0, 5);
  if (errors.length === 0) return failureText(failure).advice;
  return errors.map(([label, value]) => common('labelled', { label, value })).join('\n');
}
