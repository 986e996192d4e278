import { Gauge, ListOrdered, ShieldUser, type LucideIcon } from 'lucide-react';
import type { Permission } from '@contract/base/operator-roles';
import { paths } from '@/config/paths';

export interface ConsolePlace {
  href: string;
  label: string;
  icon: LucideIcon;
  permission: Permission;
}

/** The navigation of the console; an operator sees the places that their role may open. */
export const consolePlaces: readonly { title: string; places: readonly ConsolePlace[] }[] = [
  { title: 'Start', places: [{ href: paths.console.overview, label: 'Overview', icon: Gauge, permission: 'readLog' }] },
  { title: 'People', places: [] },
  { title: 'Money', places: [] },
  {
    title: 'Site',
    places: [
      { href: paths.console.operators, label: 'Operators', icon: ShieldUser, permission: 'readLog' },
      { href: paths.console.log, label: 'Log', icon: ListOrdered, permission: 'readLog' },
    ],
  },
];
