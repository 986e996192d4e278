import { Coins, UserRound } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { paths } from '@/config/paths';
import { FanProfileForm } from '@/features/identity/account/components/fan-profile-form';
import { PendingEmail } from '@/features/identity/privacy/components/pending-email';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectHasSpendingLimit } from '@/features/money/spending/spending-support';
import { selectHasExtension, selectHasPart } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { accountBlock, AccountFrame } from './account-frame';
import styles from './account-screen.module.css';
import { getSharedParts } from './shared-parts';

export function UserAccountScreen() {
  const user = useAppSelector(selectCurrentUser);
  const ships = useAppSelector(selectHasPart('orders'));
  const hasMembership = useAppSelector(selectHasExtension('siteMembers'));
  const hasLimit = useAppSelector(selectHasSpendingLimit);
  if (!user) return null;
  return (
    <AccountFrame
      title="Your account"
      path={paths.user.account}
      parts={[
        {
          key: 'profile',
          label: 'Profile',
          icon: UserRound,
          content: accountBlock('Profile', <FanProfileForm user={user} emailNote={<PendingEmail />} />),
        },
        ...getSharedParts(paths.user.account),
        {
          key: 'money',
          label: 'Payments and saved',
          icon: Coins,
          content: accountBlock(
            'Payments and saved',
            <nav className={styles.links} aria-label="Payments and saved">
              <Button href={paths.wallet}>Wallet</Button>
              <Button href={paths.user.cards}>Cards</Button>
              <Button href={paths.user.subscriptions}>Subscriptions</Button>
              {hasMembership && <Button href={paths.siteMembership}>Site membership</Button>}
              {hasLimit && <Button href={paths.spendingLimit}>Spending limit</Button>}
              <Button href={paths.user.purchased}>Purchases</Button>
              <Button href={paths.user.bookmarks}>Saved</Button>
              {ships && <Button href={paths.user.addresses}>Addresses</Button>}
              <Button href={paths.user.walletTransactions}>Wallet history</Button>
              <Button href={paths.user.paymentHistory}>Card payments</Button>
            </nav>,
          ),
        },
      ]}
    />
  );
}
