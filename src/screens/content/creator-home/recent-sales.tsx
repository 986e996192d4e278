import Link from 'next/link';
import { Coins } from 'lucide-react';
import { Avatar } from '@/components/people/avatar';
import { EmptyState } from '@/components/states/empty-state';
import { TimeAgo } from '@/components/basic/times';
import { paths } from '@/config/paths';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { saleTitle } from '@/features/money/earning/earning-words';
import { formatMoney } from '@/lib/format-money';
import { personName } from '@/lib/person-name';
import styles from './creator-home.module.css';

type Sale = CreatorHome['sales'][number];

/** The last things people paid for, with what is the creator's of it. */
export function RecentSales({ sales }: { sales: Sale[] }) {
  return (
    <section aria-labelledby="recent-sales">
      <header className={styles.head}>
        <h2 id="recent-sales">What sold</h2>
        {sales.length > 0 && (
          <Link className="link sm" href={paths.creator.earnings}>
            All sales
          </Link>
        )}
      </header>
      {sales.length === 0 && (
        <EmptyState
          icon={Coins}
          title="No sales yet"
          text="Tips, subscriptions and unlocks appear here as soon as they’re paid."
        />
      )}
      <ul className={styles.rows}>
        {sales.map((sale) => {
          const name = personName(sale.userInfo, 'fan');
          return (
            <li key={sale._id} className={styles.row}>
              <Avatar name={name} src={sale.userInfo?.avatar} size="sm" />
              <div className="grow">
                <p className="truncate strong">{saleTitle(sale)}</p>
                <p className="xs muted truncate">
                  {name}, <TimeAgo value={sale.createdAt} inSentence />
                </p>
              </div>
              <span className={styles.sum}>{formatMoney(sale.netPrice)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
