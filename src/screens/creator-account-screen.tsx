import Head from 'next/head';
import { PageColumn } from '@/components/app-shell';
import { Button } from '@/components/button';
import { PageHead } from '@/components/page-head';
import { paths } from '@/config/paths';
import { CreatorProfileForm, DocumentStates } from '@/features/account/components/creator-profile-form';
import { PasswordForm } from '@/features/account/components/password-form';
import { selectCategories } from '@/features/performer/performer-slice';
import { logoutRequested, selectCurrentUser } from '@/features/session/session-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './account-screen.module.css';

/** A creator's page, prices and papers. */
export function CreatorAccountScreen() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const categories = useAppSelector(selectCategories);
  const siteName = useAppSelector(selectSiteName);
  if (!user?.isPerformer) return null;
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Your page · ${siteName}`}</title>
      </Head>
      <PageHead
        title="Your page"
        actions={<Button href={paths.profile(user.username || user._id)}>See it as others do</Button>}
      />
      <section className={styles.section}>
        <h2>Page and prices</h2>
        <CreatorProfileForm user={user} categories={categories} />
      </section>
      <section className={styles.section}>
        <h2>Who you are</h2>
        <DocumentStates user={user} />
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
