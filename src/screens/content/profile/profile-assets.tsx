import { Images, Play } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '@/components/states/empty-state';
import { nounsOf } from '@/config/item-names';
import { listOpened, selectItemList } from '@/features/content/item/item-slice';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ItemGrid } from '../item-grid';
import { assetList, type AssetTab } from '../profile-query';
import styles from '../profile-screen.module.css';

/** A creator's videos, or galleries, as tiles. */
export function ProfileAssets({ performer: { _id, name }, kind }: { performer: Performer; kind: AssetTab }) {
  const dispatch = useAppDispatch();
  const query = assetList(_id, kind);
  const isOpened = useAppSelector(selectItemList(query)) !== undefined;
  useEffect(() => {
    if (!isOpened) dispatch(listOpened(assetList(_id, kind)));
  }, [dispatch, _id, kind, isOpened]);
  return (
    <div className={styles.tiles}>
      <ItemGrid
        query={query}
        empty={
          <EmptyState
            icon={kind === 'video' ? Play : Images}
            title={`No ${nounsOf(kind)} yet`}
            text={`${name} has not published any ${nounsOf(kind)}.`}
          />
        }
      />
    </div>
  );
}
