import { useEffect, useState } from 'react';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import type * as removalModule from './removal';

type Removal = typeof removalModule;

/** @returns null for everyone but moderators */
export function useRemoval(): Removal['toRemovalItem'] | null {
  const viewer = useAppSelector(selectCurrentUser);
  const isOperator = viewer !== null && 'roles' in viewer && viewer.roles.includes('admin');
  const [removal, setRemoval] = useState<Removal | null>(null);
  useEffect(() => {
    // Without it the menu is as for everyone else; the console has the same.
    if (isOperator) void import('./removal').then(setRemoval, () => undefined);
  }, [isOperator]);
  const mayRemove = useAppSelector((state) => isOperator && removal !== null && removal.selectMayRemove(state));
  return mayRemove && removal ? removal.toRemovalItem : null;
}
