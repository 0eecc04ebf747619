import { ActionIcon, Button, Checkbox, Text } from '@mantine/core';
import { IconBan, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { Unread } from '../../ui/states/states.tsx';
import { OrderSeverity } from '../work/order-badges.tsx';
import classes from './inbox.module.css';
import type { Acted, InboxRow, MatterActs } from './matter.ts';
import { MatterRow, type Selection } from './matter-row.tsx';
import { useMatterWords } from './matter-words.ts';

/** Maximum rows of an expanded group. */
const MOST = 200;

interface Props {
  rows: readonly InboxRow[];
  acts: MatterActs;
  label: string;
  selection?: Selection | undefined;
}

/** Matters, the most urgent first; similar ones share a row that can be expanded. */
export function InboxList({ rows, acts, label, selection }: Props) {
  const t = useText('inbox');
  return (
    <>
      <ul
        className={classes.list}
        aria-label={label}
        data-selects={selection === undefined ? undefined : true}
      >
        {rows.map((row) =>
          row.group === null ? (
            <MatterRow key={row.matter.id} matter={row.matter} acts={acts} selection={selection} />
          ) : (
            <GroupRow
              key={`g${row.matter.id}`}
              row={row}
              group={row.group}
              acts={acts}
              selection={selection}
            />
          ),
        )}
      </ul>
      {/* Shown beside a row with the mark, also one of an opened group; rows say it in words to who does not see it. */}
      <SmallText className={classes.marked} aria-hidden>
        * {t('after_deadline')}
      </SmallText>
    </>
  );
}

interface GroupProps extends Omit<Props, 'rows' | 'label'> {
  row: InboxRow;
  group: NonNullable<InboxRow['group']>;
}
function GroupRow({ row: { matter }, group, acts, selection }: GroupProps) {
  const t = useText('inbox');
  const common = useText('common');
  const words = useMatterWords();
  const member = useGrants('member');
  const [opened, setOpened] = useState(false);
  const all = group.ids.map((id) => ({ ...matter, id }));
  const title = t(matter.aero === null ? 'group_boxes' : 'group', { count: group.count, name: matter.name });
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <>
      <li className={classes.row} data-walk data-severity={matter.severity} data-group>
        {selection === undefined ? null : (
          <Checkbox
            className={classes.select}
            aria-label={common('table.select_row', { name: title })}
            checked={group.ids.every(selection.isSelected)}
            onChange={() => selection.toggle(all)}
          />
        )}
        <span className={classes.severity}>
          <OrderSeverity severity={matter.severity} />
        </span>
        <span className={classes.groupName}>
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            leftSection={<Chevron size={16} aria-hidden />}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {title}
          </Button>
          <SmallText span truncate className={classes.groupLine}>
            {group.line}
          </SmallText>
        </span>
        <Text span className={classes.act} title={words.act(matter)}>
          {words.act(matter)}
        </Text>
        <Text span className={classes.due} data-late={matter.overdue || matter.due_today || undefined}>
          {words.due(matter)}
        </Text>
        {member && matter.stage === 'proposed' ? <GroupActs all={all} title={title} acts={acts} /> : null}
      </li>
      {opened ? <Members ids={group.ids} acts={acts} selection={selection} /> : null}
    </>
  );
}

/** To accept all of a group, or to dismiss them. */
function GroupActs({ all, title, acts }: { all: Acted; title: string; acts: MatterActs }) {
  const t = useText('inbox');
  return (
    <span className={classes.acts}>
      <Button size="compact-sm" variant="light" disabled={acts.busy} onClick={() => acts.accept(all)}>
        {t('accept_all', { count: all.length })}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        title={t('dismiss_ask')}
        aria-label={`${t('dismiss_ask')} ${title}`}
        onClick={() => acts.ask('dismiss', all)}
      >
        <IconBan size={18} aria-hidden />
      </ActionIcon>
    </span>
  );
}

/** The single matters of a group. */
function Members({
  ids,
  acts,
  selection,
}: Pick<GroupProps, 'acts' | 'selection'> & { ids: readonly number[] }) {
  const read = useQuery(
    'workOrdersInbox',
    { query: { tab: 'all', ids, grouped: false, limit: MOST } },
    { live: ['matters'] },
  );
  if (read.data === undefined)
    return (
      <li className={classes.wait}>
        <Unread read={read} lines={2} />
      </li>
    );
  return read.data.results.map(({ matter }) => (
    <MatterRow key={matter.id} matter={matter} acts={acts} selection={selection} />
  ));
}
