import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCurrentLocation, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useOrderPlace } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { keptHere } from '../../lib/offline/copies.ts';
import type { StoredPlan } from '../../lib/offline/database.ts';
import {
  alongTheLine,
  isMeant,
  kmTo,
  nearestFirst,
  type OrderHere,
  type Position,
} from '../../lib/offline/find-here.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';

/** Shown at once; whoever looks for another types a pole. */
const MOST = 20;
/** At a pole the first fix of a cold receiver takes this long, ms. */
const PATIENCE = 30_000;

/** Finds an order on this device by pole, kilometer point, serial number, or where one stands. */
export function FindHere({ plan }: { plan: StoredPlan }) {
  const t = useText('offline');
  const orders = useOrdersHere(plan);
  const [text, setText] = useState('');
  const { here, finding, failed, find } = useHere();
  const meant = orders.filter((order) => isMeant(order, text));
  const found = here === null ? meant : nearestFirst(meant, here);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <TextInput
          type="search"
          flex="1 1 200px"
          aria-label={t('find.label')}
          placeholder={t('find.label')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          variant="default"
          loading={finding}
          leftSection={<IconCurrentLocation size={16} aria-hidden />}
          onClick={find}
        >
          {t('find.nearest')}
        </Button>
      </Group>
      {failed ? (
        <Text c="red" role="alert">
          {t('find.no_position')}
        </Text>
      ) : null}
      {found.length === 0 && orders.length > 0 ? <Text c="dimmed">{t('find.none')}</Text> : null}
      {found.slice(0, MOST).map((order) => (
        <Found key={order.id} order={order} here={here} />
      ))}
      {found.length > MOST ? <SmallText>{t('find.more', { count: found.length - MOST })}</SmallText> : null}
    </Stack>
  );
}

function Found({ order, here }: { order: OrderHere; here: Position | null }) {
  const formats = useFormats();
  const place = useOrderPlace();
  const km = here === null ? Number.POSITIVE_INFINITY : kmTo(here, order);
  const facts = [
    place(order),
    order.place.serial_number,
    Number.isFinite(km) ? `${formats.number(km, 1)} km` : '',
  ];
  return (
    <div>
      <TextLink to={paths.workOrder(order.id)} py={4} display="inline-block" fw={600}>
        {order.title}
      </TextLink>
      <SmallText>{facts.filter(Boolean).join(' · ')}</SmallText>
    </div>
  );
}

/** The orders on this device, read again when others are taken along. */
function useOrdersHere(plan: StoredPlan): readonly OrderHere[] {
  const [orders, setOrders] = useState<readonly OrderHere[]>([]);
  useEffect(() => {
    let gone = false;
    void keptHere(plan.user)('workOrdersGet').then(
      (read) => gone || setOrders(alongTheLine(read)),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [plan]);
  return orders;
}

/** Where this device is, once asked. */
function useHere() {
  const [here, setHere] = useState<Position | null>(null);
  const [finding, setFinding] = useState(false);
  const [failed, setFailed] = useState(false);
  const find = (): void => {
    setFinding(true);
    setFailed(false);
    const end = (position: GeolocationPosition | null): void => {
      setFinding(false);
      setFailed(position === null);
      if (position !== null) setHere(position.coords);
    };
    if (navigator.geolocation === undefined) end(null);
    navigator.geolocation?.getCurrentPosition(end, () => end(null), {
      enableHighAccuracy: true,
      timeout: PATIENCE,
    });
  };
  return { here, finding, failed, find };
}
