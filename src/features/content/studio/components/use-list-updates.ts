import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { stateOf } from '../draft';
import { ownItems } from '../own-items';
import type { OwnItem } from '../studio-kind';

/** Milliseconds between looks at items whose files are being prepared. Wire contract 1.8. */
const lookMs = 5_000;
/** Milliseconds after an item's time when it should be out. */
const graceMs = 2_000;
/** Milliseconds; a time further off than that is not waited for. */
const longestMs = 3_600_000;

/** Fetches the list anew when an item of it is about to change by itself: a film becomes ready, a scheduled one is due. */
export function useListUpdates(): void {
  const dispatch = useAppDispatch();
  const { rows, status, query } = useAppSelector(ownItems.select);
  useEffect(() => {
    if (status !== 'ready') return undefined;
    const waits = rows.flatMap(waitOf);
    const wait = Math.min(...waits);
    if (wait > longestMs) return undefined;
    const timer = setTimeout(() => dispatch(ownItems.requested(query)), wait);
    return () => clearTimeout(timer);
  }, [dispatch, rows, status, query]);
}

/** Milliseconds until an item may have changed, if it will. */
function waitOf(item: OwnItem): number[] {
  if (item.processing) return [lookMs];
  if (stateOf(item) !== 'scheduled' || !item.scheduleAt) return [];
  return [Math.max(lookMs, new Date(item.scheduleAt).getTime() - Date.now() + graceMs)];
}
