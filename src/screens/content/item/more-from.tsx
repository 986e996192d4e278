import Link from 'next/link';
import { useEffect } from 'react';
import { nounsOf } from '@/config/item-names';
import { keyOf } from '@/features/content/item/item-kind';
import { itemLists } from '@/features/content/item/item-lists';
import { selectItems } from '@/features/content/item/item-slice';
import type { Item } from '@/features/content/item/item-view';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ItemTile } from '../item-tile';
import { profileKindPath } from '../profile-query';
import styles from '../item-screen.module.css';

/** Items shown. */
const most = 4;

/** More of a kind by the same creator, under one of them. */
export function MoreFrom({ item }: { item: Item }) {
  const dispatch = useAppDispatch();
  const { kind, performer } = item;
  const { _id: performerId } = performer;
  const list = useAppSelector(itemLists.select({ kind, from: 'performer', performerId }));
  const items = useAppSelector(selectItems);
  useEffect(
    () => void dispatch(itemLists.wanted({ kind, from: 'performer', performerId })),
    [dispatch, kind, performerId],
  );
  const others = (list?.rows ?? []).filter((key) => key !== keyOf(item)).slice(0, most);
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="more-from">
      <header className={styles.head}>
        <h2 id="more-from">More from {performer.name}</h2>
        <Link className="link sm" href={profileKindPath(performer, kind)}>
          See all {nounsOf(kind)}
        </Link>
      </header>
      <ul className={styles.tiles}>
        {others.map((key) => {
          const other = items[key];
          return other && <ItemTile key={key} item={other} />;
        })}
      </ul>
    </section>
  );
}
