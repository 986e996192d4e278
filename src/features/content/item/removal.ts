import { ShieldX } from 'lucide-react';
import type { MenuItem } from '@/components/layout/menu';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';

/** Loaded for operators only. */
export const selectMayRemove = selectMay('moderateContent');

/** Leads to the dialog in the console. @param kind also `photo` */
export const toRemovalItem = (kind: string, id: string, { isTakenDown = false } = {}): MenuItem & { href: string } => ({
  label: isTakenDown ? 'Restore for everyone…' : 'Remove for everyone…',
  icon: ShieldX,
  tone: 'danger',
  href: consolePaths.decideContent(kind, id),
});
