import { useEffect } from 'react';
import { NewPill } from '@/components/list/new-pill';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { freshChecked, freshShown, selectList } from '../feed-slice';

/** Milliseconds between looks for new posts while the page is in view. */
const lookMs = 60_000;

/** "3 new posts": they wait until it is pressed, so nothing jumps under the reader. */
export function NewPosts({ listKey }: { listKey: string }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectList(listKey));
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
  if (!list || list.freshIds.length === 0 || list.ids.length === 0) return null;
  const show = () => {
    dispatch(freshShown({ key: listKey }));
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  const label = list.hasGap ? `${list.freshIds.length}+ new posts` : pluralise(list.freshIds.length, 'new post');
  return <NewPill label={label} onClick={show} />;
}
