import {
  Banknote, BookCheck, CreditCard, FileText, Gauge, Globe, IdCard, ListOrdered, Megaphone, Package,
  Scale, Server, Settings, ShieldUser, Tags, TicketPercent, Undo2, Users, type LucideIcon,
} from 'lucide-react'; // prettier-ignore
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
  {
    title: 'People',
    places: [
      { href: paths.console.review, label: 'To review', icon: IdCard, permission: 'reviewCreators' },
      { href: paths.console.people, label: 'People', icon: Users, permission: 'readPeople' },
    ],
  },
  {
    title: 'Money',
    places: [
      { href: paths.console.payouts, label: 'Payouts', icon: Banknote, permission: 'decidePayouts' },
      { href: paths.console.refunds, label: 'Refunds', icon: Undo2, permission: 'decideRefunds' },
      { href: paths.console.disputes, label: 'Disputes', icon: Scale, permission: 'decideRefunds' },
      { href: paths.console.orders, label: 'Orders', icon: Package, permission: 'readOrders' },
      { href: paths.console.payments, label: 'Payments', icon: CreditCard, permission: 'readLedger' },
      { href: paths.console.reconciliation, label: 'Reconciliation', icon: BookCheck, permission: 'readLedger' },
    ],
  },
  {
    title: 'Site',
    places: [
      { href: paths.console.pages, label: 'Pages', icon: FileText, permission: 'manageSite' },
      { href: paths.console.categories, label: 'Categories', icon: Tags, permission: 'manageSite' },
      { href: paths.console.announcements, label: 'Announcements', icon: Megaphone, permission: 'manageSite' },
      { href: paths.console.coupons, label: 'Coupons', icon: TicketPercent, permission: 'manageSite' },
      { href: paths.console.settings, label: 'Settings', icon: Settings, permission: 'manageSite' },
      { href: paths.console.countries, label: 'Countries', icon: Globe, permission: 'manageSite' },
      { href: paths.console.jobs, label: 'Jobs', icon: Server, permission: 'manageJobs' },
      { href: paths.console.operators, label: 'Operators', icon: ShieldUser, permission: 'readLog' },
      { href: paths.console.log, label: 'Log', icon: ListOrdered, permission: 'readLog' },
    ],
  },
];
