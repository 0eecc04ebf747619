import { ActionIcon, Button, Checkbox, Menu, Text, VisuallyHidden } from '@mantine/core';
import {
  IconBan,
  IconBellOff,
  IconCalendarEvent,
  IconCircleCheck,
  IconDots,
  IconUserCheck,
  IconUserShare,
} from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { OrderSeverity } from '../work/order-badges.tsx';
import classes from './inbox.module.css';
import type { Matter, MatterActs } from './matter.ts';
import { MatterCurve } from './matter-curve.tsx';
import { useMatterWords } from './matter-words.ts';

export interface Selection {
  isSelected: (id: number) => boolean;
  toggle: (matters: readonly Matter[]) => void;
}
interface Props {
  matter: Matter;
  acts: MatterActs;
  /** If set, the row can be selected. */
  selection?: Selection | undefined;
}

/**
 * A matter in one line, two on a phone: severity, fault, place, since, its week, next act and due day,
 * assignee.
 */
export function MatterRow({ matter, acts, selection }: Props) {
  const common = useText('common');
  const formats = useFormats();
  const words = useMatterWords();
  const member = useGrants('member');
  const [where, ...further] = words.place(matter);
  const act = words.act(matter);
  return (
    <li className={classes.row} data-walk data-severity={matter.severity}>
      {selection === undefined ? null : (
        <Checkbox
          className={classes.select}
          aria-label={common('table.select_row', { name: `${matter.name}, ${words.aero(matter)}` })}
          checked={selection.isSelected(matter.id)}
          onChange={() => selection.toggle([matter])}
        />
      )}
      <span className={classes.severity}>
        <OrderSeverity severity={matter.severity} />
      </span>
      <span className={classes.fault}>
        <TextLink to={paths.workOrder(matter.id)} fw={600} lineClamp={2} lh={1.25} title={matter.name}>
          {matter.name}
        </TextLink>
        <Returned matter={matter} />
      </span>
      <Text span className={classes.place} title={[where, ...further].join(' · ')}>
        <TextLink to={paths.box(matter.box)}>{words.aero(matter)}</TextLink>{' '}
        <SmallText span>
          {where}
          <span className={classes.further}>{further.map((part) => ` · ${part}`)}</span>
        </SmallText>
      </Text>
      <SmallText span className={classes.since} title={formats.dateTime(matter.since)}>
        {words.age(matter)}
      </SmallText>
      <span className={classes.curve}>
        <MatterCurve curve={matter.curve} />
      </span>
      <Text span className={classes.act} title={act}>
        {act}
      </Text>
      <Due matter={matter} />
      <span className={classes.acts}>
        <SmallText span className={classes.who} title={words.who(matter)}>
          {words.who(matter)}
        </SmallText>
        {member ? <RowActs matter={matter} acts={acts} /> : null}
      </span>
    </li>
  );
}

/** By when, marked where that is after its deadline. */
function Due({ matter }: Pick<Props, 'matter'>) {
  const t = useText('inbox');
  const words = useMatterWords();
  return (
    <Text span className={classes.due} data-late={matter.overdue || matter.due_today || undefined}>
      {words.due(matter)}
      {matter.after_deadline ? (
        <>
          <span aria-hidden data-mark>
            {' '}
            *
          </span>
          <VisuallyHidden>, {t('after_deadline')}</VisuallyHidden>
        </>
      ) : null}
    </Text>
  );
}

/** Why it came back. */
function Returned({ matter: { returned, repair } }: Pick<Props, 'matter'>) {
  const t = useText('inbox');
  if (returned !== null)
    return (
      <SmallText span className={classes.note}>
        {t(`returned.${returned}`)}
      </SmallText>
    );
  return repair === 'verifying' ? (
    <SmallText span className={classes.note}>
      {t('verifying')}
    </SmallText>
  ) : null;
}

/** The next step as one click, the others in a menu. */
function RowActs({ matter, acts }: Omit<Props, 'selection'>) {
  const t = useText('inbox');
  const me = useProfile()?.id;
  const common = useText('common');
  const named = (label: string) =>
    common('labelled', { label, value: `${matter.name}, ${matter.place.serial_number}` });
  const main = { size: 'compact-sm', disabled: acts.busy } as const;
  return (
    <>
      {matter.stage === 'proposed' ? (
        <Button
          key="accept"
          {...main}
          variant="light"
          aria-label={named(t('accept'))}
          onClick={() => acts.accept([matter])}
        >
          {t('accept')}
        </Button>
      ) : matter.stage === 'done' ? (
        <Button
          key="confirm"
          {...main}
          variant="light"
          aria-label={named(t('confirm'))}
          onClick={() => acts.ask('confirm', [matter])}
        >
          {t('confirm')}
        </Button>
      ) : matter.assignee === null && me !== undefined ? (
        <Button
          key="take_on"
          {...main}
          variant="light"
          aria-label={named(t('take_on'))}
          onClick={() => acts.takeOver([matter])}
        >
          {t('take_on')}
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={named(t('more'))}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems matter={matter} acts={acts} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function MenuItems({ matter, acts }: Omit<Props, 'selection'>) {
  const t = useText('inbox');
  const me = useProfile()?.id;
  const mine = matter.assignee === me;
  return (
    <>
      {matter.stage === 'proposed' ? (
        <Menu.Item
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={() => acts.ask('dismiss', [matter])}
        >
          {t('dismiss_ask')}
        </Menu.Item>
      ) : null}
      {mine || me === undefined || matter.assignee === null ? null : (
        <Menu.Item
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => acts.takeOver([matter])}
        >
          {t('take_over')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconUserShare size={16} aria-hidden />}
        onClick={() => acts.ask('hand_over', [matter])}
      >
        {t('hand_over_ask')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCalendarEvent size={16} aria-hidden />}
        onClick={() => acts.ask('plan', [matter])}
      >
        {t('plan_ask')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBellOff size={16} aria-hidden />}
        onClick={() => acts.ask('silence', [matter])}
      >
        {t('silence_ask')}
      </Menu.Item>
      {matter.stage === 'done' ? (
        <Menu.Item
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => acts.ask('confirm', [matter])}
        >
          {t('confirm')}
        </Menu.Item>
      ) : null}
    </>
  );
}
