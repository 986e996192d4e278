import Head from 'next/head';
import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { ContactForm } from '@/features/identity/auth/components/contact-form';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import styles from './site-page-screen.module.css';

export function ContactScreen() {
  const siteName = useAppSelector(selectSiteName);
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn} width="column">
      <Head>
        <title>{`Contact · ${siteName}`}</title>
        <meta name="description" content={`Contact the team behind ${siteName}.`} />
      </Head>
      <div className={styles.page}>
        <PageHead title="Help and contact" note="Tell us what happened, and which page it was on." />
        <ContactForm />
      </div>
    </PageBody>
  );
}
