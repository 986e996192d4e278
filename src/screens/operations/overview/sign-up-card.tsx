import { Button, Card, Empty } from 'antd';
import { useState } from 'react';
import { PlainTable } from '@/components/console/plain-table';
import { siteOverview, type SiteOverview } from '@/features/operations/overview/overview-feature';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { toPercent } from '@/lib/percent';
import { useAppSelector } from '@/store/hooks';
import { OverviewState } from './overview-state';
import styles from './overview.module.css';

type Day = SiteOverview['signUps'][number];

const sayDay = (day: string) => formatDay(day, { timeZone: 'UTC', month: 'short' });

const columns = [
  { key: 'day', title: 'Day', render: ({ day }: Day) => sayDay(day) },
  { key: 'fans', title: 'Fans', dataIndex: 'fans', align: 'right' as const },
  { key: 'creators', title: 'Creators', dataIndex: 'creators', align: 'right' as const },
];

/** New accounts of 14 days, as bars and as a table. */
export function SignUpCard() {
  const [isTable, setIsTable] = useState(false);
  const days = useAppSelector(siteOverview.select).data?.signUps ?? [];
  const hasNone = days.every(({ fans, creators }) => fans + creators === 0);
  const toggle = (
    <Button type="link" onClick={() => setIsTable(!isTable)} aria-expanded={isTable}>
      {isTable ? 'See as bars' : 'See as a table'}
    </Button>
  );
  return (
    <Card title={<h2 className={styles.title}>Sign-ups, {formatCount(14)} days</h2>} extra={days.length > 0 && toggle}>
      <OverviewState />
      {days.length > 0 &&
        !isTable &&
        (hasNone ? <Empty description="Nobody signed up in these days." /> : <Bars days={days} />)}
      {isTable && (
        <PlainTable<Day>
          aria-label="Sign-ups"
          size="small"
          rowKey="day"
          columns={columns}
          dataSource={days}
          pagination={false}
        />
      )}
    </Card>
  );
}

function Bars({ days }: { days: Day[] }) {
  const most = Math.max(1, ...days.map(({ fans, creators }) => fans + creators));
  const sum = (kind: 'fans' | 'creators') => days.reduce((all, day) => all + day[kind], 0);
  const say = `${formatCount(sum('fans'))} fans and ${formatCount(sum('creators'))} creators signed up.`;
  return (
    <>
      <div className={styles.columns} role="img" aria-label={say}>
        {days.map(({ day, fans, creators }) => (
          <div key={day} className={styles.column} title={`${sayDay(day)}: ${fans} fans, ${creators} creators`}>
            <i style={{ height: `${toPercent(fans / most)}%` }} />
            <i style={{ height: `${toPercent(creators / most)}%` }} />
          </div>
        ))}
      </div>
      <div className={styles.ends}>
        <span>{sayDay(days[0]?.day ?? '')}</span>
        <span>{sayDay(days.at(-1)?.day ?? '')}</span>
      </div>
      <dl className={styles.legend}>
        <div>
          <dt>
            <i className={styles.dot} data-part="fans" />
            Fans
          </dt>
          <dd>{formatCount(sum('fans'))}</dd>
        </div>
        <div>
          <dt>
            <i className={styles.dot} data-part="creators-of-sign-ups" />
            Creators
          </dt>
          <dd>{formatCount(sum('creators'))}</dd>
        </div>
      </dl>
    </>
  );
}
