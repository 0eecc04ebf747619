import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import { FindingChart } from './finding-chart.tsx';
import { type Finding, useFindings } from './finding-value.ts';
import classes from './findings.module.css';
import { VerdictBadge } from './verdict-badge.tsx';
import { WorkQuestion } from './work-question.tsx';

interface Props {
  aero: number;
  finding: Finding;
  /** The primary finding: larger, its curve open. */
  first?: boolean;
  /** Whether it asks about work that was not entered; not where that is asked above it. */
  asks?: boolean;
  /** Shown between the finding and its evidence: the drawing of the AERO. */
  between?: ReactNode;
}

/** One finding: its name, sentence, advice, curve, and the reasons for and against it. */
export function FindingCard({ aero, finding, first = false, asks = true, between }: Props) {
  const t = useText('diagnostics');
  return (
    <section className={classes.card} data-verdict={finding.verdict}>
      <FindingHead finding={finding} first={first} />
      {asks ? <WorkQuestion aero={aero} finding={finding} /> : null}
      {between}
      {first ? (
        <div className={classes.chart}>
          <FindingChart aero={aero} finding={finding} />
        </div>
      ) : null}
      <Folded label={t('why')} open={first} printed>
        <Why aero={aero} finding={finding} open={first} />
      </Folded>
    </section>
  );
}

interface HeadProps {
  finding: Finding;
  first: boolean;
  /** On a phone: the prediction is shown further down. */
  compact?: boolean;
}

/** The fault, its beginning, the confidence, and what to do. */
export function FindingHead({ finding, first, compact = false }: HeadProps) {
  const say = useFindings();
  const act = say.act(finding);
  const reaches = say.reaches(finding);
  const size = compact ? 'sm' : 'md';
  return (
    <>
      <Group gap="sm" mb={4}>
        <VerdictBadge verdict={finding.verdict} />
        <Title order={compact ? 2 : 3} size={first ? 'h3' : 'h5'}>
          {say.name(finding)}
        </Title>
      </Group>
      <Text size={size}>{say.sentence(finding)}</Text>
      {finding.text.doubt === null ? null : (
        <Text c="dimmed" fs="italic">
          {finding.text.doubt}
        </Text>
      )}
      {act ? (
        <Text fw={600} mt={compact ? 0 : 4} size={size}>
          {act}
        </Text>
      ) : null}
      {reaches && !compact ? <Text mt={4}>{reaches}.</Text> : null}
    </>
  );
}

/** The curve if it is not already open, alternatives, what would change the finding, how it is detected. */
function Why({ aero, finding, open }: { aero: number; finding: Finding; open: boolean }) {
  const t = useText('diagnostics');
  const say = useFindings();
  const change = say.wouldChange(finding);
  return (
    <Stack gap="xs">
      {open ? null : (
        <div className={classes.chart}>
          <FindingChart aero={aero} finding={finding} />
        </div>
      )}
      <Lines
        title={t('candidates')}
        lines={finding.candidates.map((one) =>
          one.confidence === null
            ? say.candidate(one)
            : `${say.candidate(one)} (${say.sure({ confidence: one.confidence })})`,
        )}
      />
      <Lines title={t('ruledOut')} lines={finding.ruled_out.map(say.ruledOut)} />
      {change ? <Lines title={t('wouldChange')} lines={[change]} /> : null}
      <Lines
        title={t('how')}
        lines={[`${say.what(finding)} (${say.value(finding)}). ${say.help(finding)}`]}
      />
    </Stack>
  );
}

/**
 * On paper, where nothing can be expanded: when it will matter, possible other causes and those ruled out,
 * what would change it.
 */
export function FindingReasons({ finding }: { finding: Finding }) {
  const t = useText('diagnostics');
  const say = useFindings();
  const parts: [string, readonly string[]][] = [
    [t('candidates'), finding.candidates.map(say.candidate)],
    [t('ruledOut'), finding.ruled_out.map(say.ruledOut)],
    [t('wouldChange'), [say.wouldChange(finding)].filter((one) => one !== null)],
  ];
  const reaches = say.reaches(finding);
  return (
    <>
      {reaches ? <Text size="xs">{`${reaches}.`}</Text> : null}
      {parts.map(([title, lines]) =>
        lines.length === 0 ? null : (
          <Text key={title} size="xs">
            <strong>{title}</strong> – {lines.join(' · ')}
          </Text>
        ),
      )}
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
    </div>
  );
}

interface FoldedProps {
  label: string;
  open?: boolean;
  /** Whether it is printed expanded. */
  printed?: boolean;
  children: ReactNode;
}

/** A disclosure. */
export function Folded({ label, open, printed = false, children }: FoldedProps) {
  return (
    <details className={printed ? `${classes.folded} ${classes.reasons}` : classes.folded} open={open}>
      <summary>{label}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
