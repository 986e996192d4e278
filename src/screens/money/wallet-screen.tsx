import Link from 'next/link';
import { paths } from '@/config/paths';
import { WalletBalance, WalletLines } from '@/features/money/payment/components/wallet';
import { SpendingLimit } from '@/features/money/spending/components/spending-limit';
import { UpcomingCharges } from '@/features/money/spending/components/upcoming-charges';
import { selectHasUpcomingCharges } from '@/features/money/spending/spending-support';
import { SiteMembership } from '@/features/money/subscription/components/site-membership';
import { UpcomingRenewals } from '@/features/money/subscription/components/upcoming-renewals';
import { useAppSelector } from '@/store/hooks';
import { MoneyFrame } from './money-frame';
import styles from './wallet-screen.module.css';

export function WalletScreen() {
  const hasCharges = useAppSelector(selectHasUpcomingCharges);
  return (
    <MoneyFrame title="Wallet">
      <WalletBalance />
      <SpendingLimit />
      <SiteMembership />
      <div className={styles.two}>
        <section>
          <header className="section-head">
            <h2 className={styles.heading}>Recent activity</h2>
            <Link className="link sm" href={paths.user.walletTransactions}>
              Wallet history
            </Link>
          </header>
          <WalletLines />
        </section>
        <section>
          <header className="section-head">
            <h2 className={styles.heading}>{hasCharges ? 'Upcoming charges' : 'Upcoming renewals'}</h2>
            <Link className="link sm" href={paths.user.subscriptions}>
              {hasCharges ? 'Manage subscriptions' : 'Subscriptions'}
            </Link>
          </header>
          {hasCharges ? <UpcomingCharges /> : <UpcomingRenewals />}
        </section>
      </div>
    </MoneyFrame>
  );
}
