import { useRouter } from 'next/router';
import { Segmented, Select } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import type { MoneyPeriod } from '@/features/operations/overview/overview-feature';
import { formatFull } from '@/lib/dates';
import { useNarrow } from '@/components/hooks/use-narrow';
import { useNow } from '@/components/hooks/use-now';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { moneyPeriods, overviewHref, readPeriod } from './overview-query';
import { ContactAlert } from './overview/contact-alert';
import { FailureCard } from './overview/failure-card';
import { MoneyFigures } from './overview/money-figures';
import { SignUpCard } from './overview/sign-up-card';
import { TodoCard } from './overview/todo-card';
import styles from './overview/overview.module.css';

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
        actions={seesMoney && <PeriodChoice value={period} onChange={open} />}
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

interface PeriodChoiceProps {
  value: MoneyPeriod;
  onChange: (period: MoneyPeriod) => void;
}

/** Buttons, or on phones, where they would not fit, a select. */
function PeriodChoice(props: PeriodChoiceProps) {
  const Choice = useNarrow() ? Select<MoneyPeriod> : Segmented<MoneyPeriod>;
  return <Choice aria-label="Period of the money" options={[...moneyPeriods]} {...props} />;
}
