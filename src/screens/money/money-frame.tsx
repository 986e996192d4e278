import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { Tabs } from '@/components/layout/tabs';
import { paths } from '@/config/paths';
import { selectSupportsSavedCards } from '@/features/money/checkout/cards-slice';
import { selectHasBought } from '@/features/money/order/order-support';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { CreatorsDoNotPay } from './creators-do-not-pay';
import styles from './money-frame.module.css';

const allTabs = [
  { href: paths.wallet, label: 'Wallet' },
  { href: paths.user.subscriptions, label: 'Subscriptions' },
  { href: paths.user.cards, label: 'Cards' },
  { href: paths.user.purchased, label: 'Purchases' },
  { href: paths.orders, label: 'Orders' },
  { href: paths.user.paymentHistory, label: 'Card payments' },
  { href: paths.user.walletTransactions, label: 'Wallet history' },
];

interface MoneyFrameProps {
  title: string;
  note?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** For creators, who cannot pay, a note replaces the content. */
export function MoneyFrame({ title, note, actions, children }: MoneyFrameProps) {
  const { asPath } = useRouter();
  const isPerformer = useAppSelector(selectIsPerformer);
  const keepsCards = useAppSelector(selectSupportsSavedCards);
  const hasOrders = useAppSelector(selectHasBought);
  const isShown: Partial<Record<string, boolean>> = {
    [paths.user.cards]: keepsCards,
    [paths.orders]: hasOrders,
  };
  const tabs = allTabs.filter(({ href }) => isShown[href] ?? true);
  return (
    <PageColumn width="wide">
      <PageTitle title={title} />
      {isPerformer ? (
        <CreatorsDoNotPay />
      ) : (
        <>
          <PageHead title={title} note={note} actions={actions} />
          <Tabs label="Your money" tabs={tabs} current={asPath.split(/[?#]/)[0] ?? asPath} />
          <div className={styles.body}>{children}</div>
        </>
      )}
    </PageColumn>
  );
}
