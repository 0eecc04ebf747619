import { Button, Modal, Text } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useText } from '../../lib/text.ts';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { LoadingLines } from '../../ui/states/states.tsx';

const load = () => import('./report-form.tsx');
const loadEarly = () => void load().catch(() => undefined);
const ReportForm = lazyPart(load);

/** Opens the monthly report; a mail's link (`?report=2026-10&client=3`) opens it at once. */
export function ReportButton() {
  const t = useText('report');
  const [parameters, change] = useAddress();
  const requested = parameters.get('report');
  const [opened, setOpened] = useState(requested !== null);
  const close = (): void => {
    setOpened(false);
    change({ report: null, client: null });
  };
  return (
    <>
      <Button
        variant="default"
        aria-label={t('title')}
        onPointerEnter={loadEarly}
        onFocus={loadEarly}
        onClick={() => setOpened(true)}
      >
        <IconReportAnalytics size={16} aria-hidden />
        {/* On a phone there is no space for the text beside the title. */}
        <Text span inherit ml="xs" visibleFrom="xs">
          {t('title')}
        </Text>
      </Button>
      <Modal opened={opened} onClose={close} title={t('title')}>
        {opened && (
          <PartBoundary>
            <Suspense fallback={<LoadingLines lines={5} />}>
              <ReportForm
                month={/^\d{4}-\d{2}$/.test(requested ?? '') ? requested : null}
                client={Number(parameters.get('client')) || null}
              />
            </Suspense>
          </PartBoundary>
        )}
      </Modal>
    </>
  );
}
