import Link from 'next/link';
import { Card, Empty } from 'antd';
import { useNow } from '@/components/hooks/use-now';
import { consolePaths } from '@/config/console-paths';
import { siteOverview } from '@/features/operations/overview/overview-feature';
import { describeJob } from '@/features/operations/job/job-words';
import { formatRelative } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import { OverviewState } from './overview-state';
import styles from './overview.module.css';

/** Background jobs that failed for good, by name. */
export function FailureCard() {
  const now = useNow() ?? undefined;
  const failures = useAppSelector(siteOverview.select).data?.failures;
  return (
    <Card title={<h2 className={styles.title}>Failed jobs</h2>}>
      <OverviewState />
      {failures?.length === 0 && <Empty description="No job has failed." />}
      <ul className={styles.list}>
        {failures?.map(({ name, count, lastAt, message }) => (
          <li key={name}>
            <Link href={consolePaths.jobs}>
              <span>
                <b>{describeJob(name).label}</b>
                <span className={styles.small}>
                  last {formatRelative(lastAt, { now, timeZone: 'UTC' })}: {message}
                </span>
              </span>
              <span className={styles.count}>{formatCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
