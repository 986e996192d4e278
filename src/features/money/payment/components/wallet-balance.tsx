import { Plus } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { topUpWanted } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './wallet.module.css';

/** What the wallet holds, and the way to put more in. */
export function WalletBalance() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { minimumWalletPrice, maximumWalletPrice, couponsForTopUps } = useAppSelector(selectSettings);
  return (
    <section className={styles.balance} aria-label="Balance">
      <div>
        <p className="sm ink-2">Balance, US dollars</p>
        <p className={styles.total}>{formatMoney(user?.wallet ?? 0)}</p>
        <p className="sm ink-2">Use it for posts, messages, shows and tips. Subscriptions are paid by card.</p>
      </div>
      <div className={styles.topUp}>
        <Button variant="primary" size="lg" icon={Plus} onClick={() => dispatch(topUpWanted({}))}>
          Top up
        </Button>
        <p className="xs ink-2">
          {formatMoney(minimumWalletPrice)} to {formatMoney(maximumWalletPrice)} at a time.
          {couponsForTopUps !== false && ' You can use a coupon.'}
        </p>
      </div>
    </section>
  );
}
