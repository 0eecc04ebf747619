import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { CsvImportFrame } from '../../entities/imports/csv-import.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import { csvFile } from '../../lib/csv.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { AeroWarning, ClientWarning, ExistingChoice, UnknownColumns, useManner } from './import-help.tsx';
import { ImportPreview } from './import-result.tsx';
import { template } from './template.ts';
import { useBoxImport } from './use-box-import.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** Imports boxes from a CSV: the file is checked first, then imported completely or without its bad lines. */
export default function BoxImportScreen() {
  const t = useText('boxes');
  const { steps, unknown, mapping, open, setMapping, update, setUpdate } = useBoxImport();
  const go = useGo(steps.result);
  const manner = useManner();
  const { result } = steps;
  return (
    <CsvImportFrame
      steps={steps}
      area="boxes"
      list={paths.boxes()}
      template={() => csvFile(template(manner))}
      mostBytes={MAX_BYTES}
      note={t('importing.columns_text')}
      isOpen={open.length > 0}
      go={go}
      done={<Done result={steps.result} again={steps.again} />}
    >
      <UnknownColumns names={unknown} mapping={mapping} onChange={setMapping} />
      <ClientWarning count={result?.without_client ?? 0} />
      <ExistingChoice count={result?.existing ?? 0} update={update} onChange={setUpdate} />
      {result !== null && result.valid > 0 && result.without_aero === result.valid ? <AeroWarning /> : null}
      {result === null || (result.rows === 0 && open.length > 0) ? null : (
        <ImportPreview result={result} steps={steps} />
      )}
    </CsvImportFrame>
  );
}

type Result = Answer<'boxesImport'> | null;

/** What the button says that it does: add, change, or both. */
function useGo(result: Result): { words: string; isIdle: boolean } {
  const t = useText('boxes');
  const changed = result?.changing ?? 0;
  const added = (result?.valid ?? 0) - changed - (result?.unchanged ?? 0);
  const both = t('importing.both_go', { added, changed });
  const words = added === 0 ? t('importing.change_go', { count: changed }) : both;
  return {
    words: changed === 0 ? t('importing.go', { count: added }) : words,
    isIdle: added + changed === 0,
  };
}

function Done({ result, again }: { result: Result; again: () => void }) {
  const t = useText('boxes');
  const said = useText('imports');
  const { created = 0, updated = 0 } = result ?? {};
  const titles = [
    ...(created > 0 ? [t('importing.done', { count: created })] : []),
    ...(updated > 0 ? [t('importing.changed', { count: updated })] : []),
  ];
  return (
    <EmptyState
      title={titles.join(' ')}
      icon={IconCircleCheck}
      action={
        <Group mt="sm" justify="center">
          <LinkButton to={paths.boxes()}>{t('importing.to_boxes')}</LinkButton>
          <Button variant="default" onClick={again}>
            {said('another')}
          </Button>
        </Group>
      }
      {...(created > 0 ? { text: t('importing.done_text') } : {})}
    />
  );
}
