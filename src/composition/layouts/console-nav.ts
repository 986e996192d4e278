import {
  Banknote, BookCheck, EyeOff, Flag, CreditCard, FileText, Gauge, Gavel, Globe, IdCard, ListOrdered, Megaphone, Package,
  Scale, Server, Settings, ShieldUser, Tags, TicketPercent, Undo2, Users, type LucideIcon,
} from 'lucide-react'; // prettier-ignore
import type { Permission } from '@contract/base/operator-roles';
import { consolePaths } from '@/config/console-paths';

export interface ConsolePlace {
  href: string;
  label: string;
  icon: LucideIcon;
  permission: Permission;
}

/** The navigation of the console; an operator sees the places that their role may open. */
export const consolePlaces: readonly { title: string; places: readonly ConsolePlace[] }[] = [
  { title: 'Start', places: [{ href: consolePaths.overview, label: 'Overview', icon: Gauge, permission: 'readLog' }] },
  {
    title: 'People',
    places: [
      { href: consolePaths.review, label: 'To review', icon: IdCard, permission: 'reviewCreators' },
      { href: consolePaths.people, label: 'People', icon: Users, permission: 'readPeople' },
    ],
  },
  {
    title: 'Content',
    places: [
      { href: consolePaths.reports, label: 'Reports', icon: Flag, permission: 'decideReports' },
      { href: consolePaths.appeals, label: 'Appeals', icon: Gavel, permission: 'decideReports' },
      { href: consolePaths.content, label: 'Content', icon: EyeOff, permission: 'moderateContent' },
    ],
  },
  {
    title: 'Money',
    places: [
      { href: consolePaths.payouts, label: 'Payouts', icon: Banknote, permission: 'decidePayouts' },
      { href: consolePaths.refunds, label: 'Refunds', icon: Undo2, permission: 'decideRefunds' },
      { href: consolePaths.disputes, label: 'Disputes', icon: Scale, permission: 'decideRefunds' },
      { href: consolePaths.orders, label: 'Orders', icon: Package, permission: 'readOrders' },
      { href: consolePaths.payments, label: 'Payments', icon: CreditCard, permission: 'readLedger' },
      { href: consolePaths.reconciliation, label: 'Reconciliation', icon: BookCheck, permission: 'readLedger' },
    ],
  },
  {
    title: 'Site',
    places: [
      { href: consolePaths.pages, label: 'Pages', icon: FileText, permission: 'manageSite' },
      { href: consolePaths.categories, label: 'Categories', icon: Tags, permission: 'manageSite' },
      { href: consolePaths.announcements, label: 'Announcements', icon: Megaphone, permission: 'manageSite' },
      { href: consolePaths.coupons, label: 'Coupons', icon: TicketPercent, permission: 'manageSite' },
      { href: consolePaths.settings, label: 'Settings', icon: Settings, permission: 'manageSite' },
      { href: consolePaths.countries, label: 'Closed countries', icon: Globe, permission: 'manageSite' },
      { href: consolePaths.jobs, label: 'Jobs', icon: Server, permission: 'manageJobs' },
      { href: consolePaths.operators, label: 'Operators', icon: ShieldUser, permission: 'readLog' },
      { href: consolePaths.log, label: 'Log', icon: ListOrdered, permission: 'readLog' },
    ],
  },
];
