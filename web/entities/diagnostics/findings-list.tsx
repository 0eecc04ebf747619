import { type FindingKey, isPromised } from '@aerowatch/domain/faults/list';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { FindingCard, FindingHead, Folded } from './finding-card.tsx';
import { type Finding, type FleetRow, standing, useFindings } from './finding-value.ts';
import classes from './findings.module.css';
import { RepairNotice } from './repair-notice.tsx';
import { VerdictBadge } from './verdict-badge.tsx';
import { WorkQuestion } from './work-question.tsx';

interface Props {
  row: FleetRow;
  /** Shown below the faults: the drawing of the AERO. */
  between?: ReactNode;
}

/** The diagnosis of one AERO: faults first, then what is not watched; normal findings are collapsed. */
export function FindingsList({ row, between }: Props) {
  const wrong = standing(row);
  return (
    <div>
      {row.repair ? <RepairNotice repair={row.repair} order={row.repair.work_order} aero={row.aero} /> : null}
      {wrong.map((finding, index) => (
        <FindingCard
          key={finding.key}
          aero={row.aero}
          finding={finding}
          first={index === 0}
          between={index === 0 ? between : undefined}
        />
      ))}
      {wrong.length === 0 ? (
        <>
          <NothingWrong row={row} />
          {between}
        </>
      ) : null}
      <Others row={row} />
    </div>
  );
}

/** The same on a phone: faults and the drawing; `FindingsBelow` has the rest. */
export function FindingsFirst({ row, between }: Props) {
  const [first] = standing(row);
  return (
    <>
      {row.repair ? <RepairNotice repair={row.repair} order={row.repair.work_order} /> : null}
      {first ? <FindingHead finding={first} first compact /> : <NothingWrong row={row} />}
      {first ? <WorkQuestion aero={row.aero} finding={first} /> : null}
      {between}
    </>
  );
}

/** The rest of the diagnosis, after what a phone shows first. */
export function FindingsBelow({ row }: { row: FleetRow }) {
  return (
    <div>
      {standing(row).map((finding, index) => (
        <FindingCard key={finding.key} aero={row.aero} finding={finding} asks={index > 0} />
      ))}
      <Others row={row} />
    </div>
  );
}

function NothingWrong({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  // The notice above explains the waiting.
  if (row.verdict === 'unknown' && row.repair?.state === 'verifying') return null;
  return (
    <Group gap="sm">
      <VerdictBadge verdict={row.verdict} />
      <Text size="md">{t(row.verdict === 'good' ? 'since.good' : 'since.unknown')}</Text>
    </Group>
  );
}

/** Findings without an act, collapsed, and the time of computation. */
function Others({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  const formats = useFormats();
  const of = (verdict: FleetRow['verdict']) => row.findings.filter((finding) => finding.verdict === verdict);
  const [unwatched, normal, unknown] = [of('not_watched'), of('good'), of('unknown')];
  return (
    <>
      <Stack gap={0} mt="sm">
        <Lines label={t('unwatched', { count: unwatched.length })} findings={unwatched} />
        <Lines label={t('normal', { count: normal.length })} findings={normal} />
        <Lines label={t('unknown', { count: unknown.length })} findings={unknown} />
      </Stack>
      <SmallText mt="xs">
        {t('computed', { day: formats.day(row.day), at: formats.dateTime(row.computed_at) })}
      </SmallText>
    </>
  );
}

/** Findings without an act: one line each, collapsed. */
function Lines({ label, findings }: { label: string; findings: readonly Finding[] }) {
  const say = useFindings();
  const t = useText('diagnostics');
  const formats = useFormats();
  if (findings.length === 0) return null;
  const unpromised = findings.filter(({ key, evaluable }) => evaluable && !isPromised(key as FindingKey));
  return (
    <Folded label={label}>
      {findings.map((finding) => (
        <div key={finding.key} className={classes.line}>
          <Text>{say.what(finding)}</Text>
          <Text c={finding.evaluable ? undefined : 'dimmed'}>
            {finding.evaluable ? say.value(finding) : say.sentence(finding)}
          </Text>
        </div>
      ))}
      {unpromised.length === 0 ? null : (
        <SmallText>{t('unpromised_of', { names: formats.list(unpromised.map(say.what)) })}</SmallText>
      )}
    </Folded>
  );
}
