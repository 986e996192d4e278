import dynamic from 'next/dynamic';
import { Picture } from '@/components/media/picture';
import { LazySheet } from '@/components/states/part-failed';
import Head from 'next/head';
import type { ReactNode } from 'react';
import { Brand } from '@/components/basic/brand';
import { Problem } from '@/components/basic/note';
import { OvalGroup } from '@/components/people/oval-group';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { useAppSelector } from '@/store/hooks';
import { selectPendingLogin } from '../session-slice';
import styles from './auth-frame.module.css';

const TwoFactorSheet = dynamic(() => import('./two-factor-sheet').then((module) => module.TwoFactorSheet), {
  ssr: false,
  loading: LazySheet,
});

const ovals = ['guitar', 'leo', 'paper', 'wen', 'suvi', 'aurora'].map((name) => ({ src: `/art/${name}.webp` }));

interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
}

/** The frame of all auth forms. If a login needs a second step, its sheet opens here, whatever the login method. */
export function AuthFrame({ title, lead, foot, wide, children }: AuthFrameProps) {
  const settings = useAppSelector(selectSettings);
  const pending = useAppSelector(selectPendingLogin);
  return (
    <div className={styles.auth}>
      <Head>
        <title>{`${title} · ${settings.siteName}`}</title>
      </Head>
      <section className={styles.form}>
        <div className={cx(styles.column, wide && styles.wide)}>
          <Brand siteName={settings.siteName} logoUrl={settings.logoUrl} />
          <div className={styles.head}>
            <h1>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          <noscript>
            <Problem>This page needs JavaScript. Turn it on in your browser, then reload the page.</Problem>
          </noscript>
          {children}
          {foot && <p className="center sm">{foot}</p>}
        </div>
      </section>
      {pending && <TwoFactorSheet pending={pending} />}
      <div className={styles.art} aria-hidden="true">
        {settings.loginPlaceholderImage ? (
          <Picture src={settings.loginPlaceholderImage} alt="" fallback={null} />
        ) : (
          <OvalGroup ovals={ovals} eager />
        )}
      </div>
    </div>
  );
}
