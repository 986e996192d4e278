import { Avatar } from '@/components/people/avatar';
import { pluralise } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import { selectSellers } from '../library-feature';
import styles from './seller-strip.module.css';

interface SellerStripProps {
  /** Account id of the chosen creator; empty for everybody. */
  value: string;
  onChoose: (performerId: string) => void;
}

/** The creators whose work one bought: a press shows theirs alone, another press everybody's. */
export function SellerStrip({ value, onChoose }: SellerStripProps) {
  const sellers = useAppSelector(selectSellers);
  if (sellers.length < 2) return null;
  return (
    <div className={styles.strip} role="group" aria-label="Creator">
      {sellers.map(({ _id, name, username, avatar, total }) => (
        <button
          key={_id}
          type="button"
          className={styles.seller}
          aria-pressed={_id === value}
          title={pluralise(total, 'purchase')}
          onClick={() => onChoose(_id === value ? '' : _id)}
        >
          <Avatar name={name || username} src={avatar} size="lg" />
          <span className={styles.name}>{name || username}</span>
        </button>
      ))}
    </div>
  );
}
