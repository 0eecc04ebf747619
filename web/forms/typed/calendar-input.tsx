import { ActionIcon, CloseButton, Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { type FieldProps, TypedInput } from './typed-input.tsx';
import type { useField } from './use-field.ts';

interface Props extends FieldProps {
  kind: 'day' | 'moment';
  field: ReturnType<typeof useField<string>>;
  /** The day in the field, `2026-12-05`; null for none. */
  day: string | null;
  onDay: (day: string) => void;
  clearable?: boolean;
}

/** A day, or a date with time, that is typed or chosen in a calendar below the field. */
export function CalendarInput({ kind, field, day, onDay, clearable = false, ...input }: Props) {
  const { language } = useFormats();
  const [opened, setOpened] = useState(false);
  const clear = clearable && field.text !== '' && !input.disabled;
  return (
    <Popover
      opened={opened}
      position="bottom-start"
      shadow="md"
      withinPortal
      closeOnClickOutside={false}
      withRoles={false}
    >
      <Popover.Target>
        {/* The group is the anchor of the calendar. */}
        <div style={{ minWidth: 0 }}>
          <TypedInput
            {...input}
            kind={kind}
            field={field}
            // The first Escape closes the calendar, not the surrounding dialog.
            data-mantine-stop-propagation={opened}
            rightSection={
              clear ? (
                <ClearButton onClick={() => field.clear()} />
              ) : (
                <CalendarButton disabled={input.disabled} onClick={() => setOpened(!opened)} />
              )
            }
            onClick={() => setOpened(true)}
            onBlur={() => setOpened(false)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setOpened(false);
              if (event.key === 'ArrowDown') setOpened(true);
            }}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown p="xs" onMouseDown={keepFocus}>
        <DatePicker
          locale={language}
          // The calendar shows another month as soon as it is typed.
          key={day?.slice(0, 7) ?? 'none'}
          defaultDate={day ?? undefined}
          value={day}
          onChange={(next) => {
            if (next === null) return;
            onDay(next.slice(0, 10));
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Clicks in the field or in the calendar leave the focus in the field. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

function ClearButton({ onClick }: { onClick: () => void }) {
  const t = useText('common');
  return (
    <CloseButton
      size="sm"
      tabIndex={-1}
      aria-label={t('action.clear')}
      onMouseDown={keepFocus}
      onClick={onClick}
    />
  );
}

function CalendarButton({ disabled, onClick }: { disabled?: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      size="sm"
      variant="transparent"
      color="gray"
      tabIndex={-1}
      aria-hidden
      disabled={disabled}
      onMouseDown={keepFocus}
      onClick={onClick}
    >
      <IconCalendar size={16} aria-hidden />
    </ActionIcon>
  );
}
