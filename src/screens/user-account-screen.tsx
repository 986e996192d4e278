import Head from 'next/head';
import { PageColumn } from '@/components/app-shell';
import { Button } from '@/components/button';
import { PageHead } from '@/components/page-head';
import { paths } from '@/config/paths';
import { FanProfileForm } from '@/features/account/components/fan-profile-form';
import { PasswordForm } from '@/features/account/components/password-form';
import { logoutRequested, selectCurrentUser } from '@/features/session/session-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './account-screen.module.css';

/** A fan's own account. */
export function UserAccountScreen() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const siteName = useAppSelector(selectSiteName);
  if (!user) return null;
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Account · ${siteName}`}</title>
      </Head>
      <PageHead title="Your account" />
      <section className={styles.section}>
        <h2>Profile</h2>
        <FanProfileForm user={user} />
      </section>
      <section className={styles.section}>
        <h2>Money and saved things</h2>
        <nav className={styles.links} aria-label="Account">
          <Button href={paths.wallet}>Wallet</Button>
          <Button href={paths.user.cards}>Cards</Button>
          <Button href={paths.user.subscriptions}>Subscriptions</Button>
          <Button href={paths.user.purchased}>Unlocked</Button>
          <Button href={paths.user.bookmarks}>Saved</Button>
          <Button href={paths.user.walletTransactions}>Wallet history</Button>
          <Button href={paths.user.paymentHistory}>Card payments</Button>
        </nav>
      </section>
      <section className={styles.section}>
        <h2>Password</h2>
        <PasswordForm />
      </section>
      <section className={styles.section}>
        <h2>This device</h2>
        <Button onClick={() => dispatch(logoutRequested())}>Log out</Button>
      </section>
    </PageColumn>
  );
}
