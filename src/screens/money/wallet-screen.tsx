import Link from 'next/link';
import { paths } from '@/config/paths';
import { WalletBalance, WalletLines } from '@/features/money/payment/components/wallet';
import { SiteMembership } from '@/features/money/subscription/components/site-membership';
import { UpcomingRenewals } from '@/features/money/subscription/components/upcoming-renewals';
import { MoneyFrame } from './money-frame';
import styles from './wallet-screen.module.css';

/** What the wallet holds, what moved, what comes. */
export function WalletScreen() {
  return (
    <MoneyFrame title="Wallet">
      <WalletBalance />
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
            <h2 className={styles.heading}>Upcoming renewals</h2>
            <Link className="link sm" href={paths.user.subscriptions}>
              Subscriptions
            </Link>
          </header>
          <UpcomingRenewals />
        </section>
      </div>
    </MoneyFrame>
  );
}
