import type { User } from '@aerowatch/contracts/api/users';
import { languageFrom } from '@aerowatch/domain/languages';
import type { Config } from '../../config.ts';
import { basePathOf } from '../../platform/http/console/base-path.ts';
import { presentChoices } from './channels.ts';
import type { UserRow } from './store.ts';

/** A user as the API returns it; the picture below the path of PUBLIC_URL. */
export const presentUser = ({ publicUrl }: Pick<Config, 'publicUrl'>, row: UserRow): User => ({
  ...fieldsOf(row),
  avatar: avatarUrl(basePathOf(publicUrl), row),
});

/** Everything but the picture. */
export function fieldsOf(row: UserRow): Omit<User, 'avatar'> {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    language: languageFrom(row.language),
    is_staff: row.is_staff,
    is_superuser: row.is_superuser,
    groups: row.groups,
    client: row.client_id,
    is_active: row.is_active,
    unit_system: row.unit_system === 'imperial' ? 'imperial' : 'metric',
    theme: row.theme === 'dark' ? 'dark' : 'light',
    time_zone: row.time_zone,
    notify_over: row.notify_over,
    repeat_after: row.repeat_after,
    quiet_from: row.quiet_from,
    quiet_to: row.quiet_to,
    week_ahead: row.week_ahead,
    ...presentChoices(row.channels),
    unreached: row.unreached,
    last_login: row.last_login?.toISOString() ?? null,
  };
}

/** Changes with the picture, so that browsers may cache it. */
function avatarUrl(base: string, row: UserRow): string | null {
  const version = row.avatar?.match(/-(\w+)\.webp$/)?.[1];
  return version === undefined ? null : `${base}/api/users/${row.id}/avatar/?v=${version}`;
}
