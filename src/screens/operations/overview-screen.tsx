import { useRouter } from 'next/router';
import { Segmented } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import type { MoneyPeriod } from '@/features/operations/overview/overview-feature';
import { formatFull } from '@/lib/dates';
import { useNarrow } from '@/components/hooks/use-narrow';
import { useNow } from '@/components/hooks/use-now';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { overviewHref, readPeriod } from './overview-query';
import { ContactAlert } from './overview/contact-alert';
import { FailureCard } from './overview/failure-card';
import { MoneyFigures } from './overview/money-figures';
import { SignUpCard } from './overview/sign-up-card';
import { TodoCard } from './overview/todo-card';
import styles from './overview/overview.module.css';

const periods: { value: MoneyPeriod; label: string }[] = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
];

/** First page of the console: what waits, what failed, and the money. */
export function OverviewScreen() {
  const router = useRouter();
  const now = useNow();
  const period = readPeriod(router.query);
  const isNarrow = useNarrow();
  const seesMoney = useAppSelector(selectMay('readLedger'));
  const seesFailures = useAppSelector(selectMay('manageJobs'));
  const open = (next: MoneyPeriod) => void router.push(overviewHref(next), undefined, { scroll: false });
  return (
    <>
      <PageTitle title="Overview" />
      <ConsolePage
        title="Overview"
        note={now === null ? '' : `${formatFull(now, { timeZone: 'UTC' })}. All times in UTC.`}
        actions={
          seesMoney && (
            <Segmented<MoneyPeriod> aria-label="Period of the money" value={period} onChange={open} options={periods} />
          )
        }
      >
        <ContactAlert />
        {isNarrow && <TodoCard />}
        {seesMoney && <MoneyFigures period={period} />}
        <div className={styles.cards}>
          {!isNarrow && <TodoCard />}
          {seesFailures && <FailureCard />}
          <SignUpCard />
        </div>
      </ConsolePage>
    </>
  );
}
