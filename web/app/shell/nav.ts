import type { Level } from '@aerowatch/domain/access';
import {
  IconAdjustments,
  IconBell,
  IconBox,
  IconBuilding,
  IconChartLine,
  IconCpu,
  IconEyeCheck,
  IconLayoutDashboard,
  IconMap2,
  IconSettings,
  IconStethoscope,
  IconTransfer,
  IconUpload,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';

export interface NavEntry {
  key:
    | 'dashboard'
    | 'map'
    | 'boxes'
    | 'alerts'
    | 'visualization'
    | 'diagnostics'
    | 'jobs'
    | 'import'
    | 'rollouts'
    | 'clients'
    | 'supervisors'
    | 'users'
    | 'firmwares'
    | 'profile'
    | 'preferences'
    | 'settings';
  path: string;
  level: Level;
  icon: typeof IconBell;
  /** Other beginnings of addresses that belong to it. */
  also?: readonly string[];
}
/** Sidebar entries in the customer's order, with the two it names elsewhere. */
export const MENU: readonly NavEntry[] = [
  { key: 'dashboard', path: '/', level: 'member', icon: IconLayoutDashboard },
  { key: 'map', path: '/map', level: 'member', icon: IconMap2 },
  { key: 'boxes', path: '/galland-boxes', level: 'member', icon: IconBox },
  { key: 'alerts', path: '/alerts', level: 'member', icon: IconBell },
  {
    key: 'visualization',
    path: '/visualization',
    level: 'member',
    icon: IconChartLine,
    also: ['/diagnostics', '/measures/', '/jobs'],
  },
];
export const SETTINGS: readonly NavEntry[] = [
  { key: 'clients', path: '/clients', level: 'admin', icon: IconBuilding },
  { key: 'supervisors', path: '/supervisors', level: 'member', icon: IconEyeCheck, also: ['/supervisor/'] },
  { key: 'users', path: '/users', level: 'member', icon: IconUsers },
  { key: 'firmwares', path: '/firmwares', level: 'privileged', icon: IconCpu },
  { key: 'profile', path: '/profile', level: 'member', icon: IconUserCircle },
  { key: 'preferences', path: '/preferences', level: 'member', icon: IconAdjustments },
  { key: 'settings', path: '/settings', level: 'privileged', icon: IconSettings },
];
/** Screens that other ones lead to; the command palette knows them too. */
export const OTHERS: readonly NavEntry[] = [
  { key: 'diagnostics', path: '/diagnostics', level: 'member', icon: IconStethoscope },
  { key: 'jobs', path: '/jobs', level: 'member', icon: IconTransfer },
  { key: 'import', path: '/measures/import', level: 'privileged', icon: IconUpload },
  { key: 'rollouts', path: '/firmwares/updates', level: 'privileged', icon: IconCpu },
];

export function isActive(entry: NavEntry, pathname: string): boolean {
  if (entry.path === '/') return pathname === '/';
  return (
    pathname === entry.path ||
    pathname.startsWith(`${entry.path}/`) ||
    (entry.also ?? []).some((beginning) => pathname.startsWith(beginning))
  );
}
