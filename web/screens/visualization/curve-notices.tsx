import { Alert, Button, Group, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { hasMeasures } from './compare.ts';
import type { useShownCurves } from './use-shown-curves.ts';

interface Props {
  shown: ReturnType<typeof useShownCurves>;
  /** Switches to fewer points: as many as the screen can show. */
  onAutomatic: () => void;
}

/** Why curves are not shown as requested, and what to do. */
export function CurveNotices({ shown, onAutomatic }: Props) {
  const t = useText('visualization');
  const formats = useFormats();
  return (
    <>
      {shown.tooMany === null ? null : (
        <Alert color="yellow" title={t('large.title')} mb="sm">
          <Text>{t('large.load', { count: formats.number(shown.tooMany) })}</Text>
          <Group mt="xs" gap="xs">
            <Button size="xs" onClick={shown.agree}>
              {t('large.go')}
            </Button>
            <Button size="xs" variant="default" onClick={onAutomatic}>
              {t('large.keep')}
            </Button>
          </Group>
        </Alert>
      )}
      {shown.present.failure?.status === 413 ? (
        <Alert color="red" role="alert" title={t('tooLarge')}>
          <Button size="xs" onClick={onAutomatic}>
            {t('large.keep')}
          </Button>
        </Alert>
      ) : null}
      <ComparisonNotice past={shown.past} />
    </>
  );
}

function ComparisonNotice({ past }: { past: Props['shown']['past'] }) {
  const t = useText('visualization');
  if (past.failure)
    return (
      <Alert color="yellow" mb="sm">
        {t('compare.failed')}
      </Alert>
    );
  if (past.curves && !past.curves.series.some(hasMeasures))
    return (
      <Alert color="gray" mb="sm">
        {t('compare.empty')}
      </Alert>
    );
  return null;
}
