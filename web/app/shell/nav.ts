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
  also?: string;
}
/** Sidebar entries in the customer's order, with the two it names elsewhere. */
export const MENU: readonly NavEntry[] = [
  { key: 'dashboard', path: '/', level: 'member', icon: IconLayoutDashboard },
  { key: 'map', path: '/map', level: 'member', icon: IconMap2 },
  { key: 'boxes', path: '/galland-boxes', level: 'member', icon: IconBox },
  { key: 'alerts', path: '/alerts', level: 'member', icon: IconBell },
  { key: 'visualization', path: '/visualization', level: 'member', icon: IconChartLine },
];
export const SETTINGS: readonly NavEntry[] = [
  { key: 'clients', path: '/clients', level: 'admin', icon: IconBuilding },
  { key: 'supervisors', path: '/supervisors', level: 'member', icon: IconEyeCheck, also: '/supervisor/' },
  { key: 'users', path: '/users', level: 'member', icon: IconUsers },
  { key: 'firmwares', path: '/firmwares', level: 'privileged', icon: IconCpu },
  { key: 'profile', path: '/profile', level: 'member', icon: IconUserCircle },
  { key: 'preferences', path: '/preferences', level: 'member', icon: IconAdjustments },
  { key: 'settings', path: '/settings', level: 'privileged', icon: IconSettings },
];

export function isActive(entry: NavEntry, pathname: string): boolean {
  if (entry.path === '/') return pathname === '/';
  return (
    pathname === entry.path ||
    pathname.startsWith(`${entry.path}/`) ||
    (entry.also !== undefined && pathname.startsWith(entry.also))
  );
}
