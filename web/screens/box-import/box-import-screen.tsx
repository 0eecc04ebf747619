import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { CsvImportFrame } from '../../entities/imports/csv-import.tsx';
import type { CsvImport } from '../../entities/imports/use-csv-import.ts';
import { csvFile } from '../../lib/csv.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { ClientWarning, UnknownColumns, useManner } from './import-help.tsx';
import { ImportPreview } from './import-result.tsx';
import { template } from './template.ts';
import { useBoxImport } from './use-box-import.ts';

const MAX_BYTES = 32 * 1024 * 1024;

/** Imports boxes from a CSV: the file is checked first, then imported completely or without its bad lines. */
export default function BoxImportScreen() {
  const t = useText('boxes');
  const { steps, unknown, mapping, open, setMapping } = useBoxImport();
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
      done={<Done steps={steps} />}
    >
      <UnknownColumns names={unknown} mapping={mapping} onChange={setMapping} />
      <ClientWarning count={result?.without_client ?? 0} />
      {result === null || (result.rows === 0 && open.length > 0) ? null : (
        <ImportPreview result={result} name={steps.file?.name ?? ''} />
      )}
    </CsvImportFrame>
  );
}

function Done({ steps: { result, again } }: { steps: CsvImport }) {
  const t = useText('boxes');
  const said = useText('imports');
  return (
    <EmptyState
      title={t('importing.done', { count: result?.created })}
      icon={IconCircleCheck}
      action={
        <Group mt="sm" justify="center">
          <LinkButton to={paths.boxes()}>{t('importing.to_boxes')}</LinkButton>
          <Button variant="default" onClick={again}>
            {said('another')}
          </Button>
        </Group>
      }
      text={t('importing.done_text')}
    />
  );
}
