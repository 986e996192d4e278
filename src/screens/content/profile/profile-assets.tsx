import { Images, Play, ShoppingBag } from 'lucide-react';
import { EmptyState } from '@/components/states/empty-state';
import { getNouns } from '@/config/item-names';
import type { ItemQuery } from '@/features/content/item/item-kind';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { ItemGrid } from '../item-grid';
import { useOpenedList } from '../item-section';
import type { AssetTab } from '../profile-query';
import styles from '../profile-screen.module.css';

const icons = { video: Play, gallery: Images, product: ShoppingBag };

export function ProfileAssets({ performer: { _id, name }, kind }: { performer: Performer; kind: AssetTab }) {
  const query: ItemQuery = { kind, from: 'performer', performerId: _id };
  useOpenedList(query);
  return (
    <div className={styles.tiles}>
      <ItemGrid
        query={query}
        empty={
          <EmptyState
            icon={icons[kind]}
            title={`No ${getNouns(kind)} yet`}
            text={`${name} has not published any ${getNouns(kind)}.`}
          />
        }
      />
    </div>
  );
}
