import { useEffect } from 'react';
import { NewPill } from '@/components/list/new-pill';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { ItemQuery } from '../item-kind';
import { itemLists } from '../item-lists';
import { freshChecked, freshShown, selectItemList } from '../item-slice';

/** Milliseconds between looks for new posts while the page is in view. */
const lookMs = 60_000;

/** "3 new posts": they wait until it is pressed, so nothing jumps under the reader. */
export function NewItems({ query }: { query: ItemQuery }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectItemList(query));
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') dispatch(freshChecked());
    };
    const timer = setInterval(look, lookMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [dispatch]);
  const count = list?.freshKeys?.length ?? 0;
  if (!list || count === 0 || list.rows.length === 0) return null;
  const show = () => {
    dispatch(freshShown({ key: itemLists.keyOf(query) }));
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  const label = list.hasGap ? `${count}+ new posts` : pluralise(count, 'new post');
  return <NewPill label={label} onClick={show} />;
}
