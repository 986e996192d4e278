import Link from 'next/link';
import { Alert, Button, Card, Empty, Skeleton } from 'antd';
import { useNow } from '@/components/hooks/use-now';
import { todos } from '@/features/operations/todo/todo-feature';
import { todoWords } from '@/features/operations/todo/todo-words';
import { formatRelative } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './overview.module.css';

/** Links to the things that wait for the operator's role. Failed jobs have a card of their own. */
export function TodoCard() {
  const dispatch = useAppDispatch();
  const now = useNow() ?? undefined;
  const { data: all, status, error } = useAppSelector(todos.select);
  const data = all?.filter(({ kind }) => kind !== 'job');
  const retry = <Button onClick={() => dispatch(todos.requested())}>Try again</Button>;
  return (
    <Card title={<h2 className={styles.title}>To do</h2>}>
      {status === 'failed' && <Alert type="error" showIcon title={error?.message} action={retry} />}
      {!data && status !== 'failed' && <Skeleton active />}
      {data?.length === 0 && <Empty description="Nothing waits for you." />}
      <ul className={styles.list}>
        {data?.map(({ kind, count, oldestAt }) => (
          <li key={kind}>
            <Link href={todoWords[kind].openHref ?? todoWords[kind].href}>
              <span>
                <b>{todoWords[kind].label}</b>
                <span className={styles.small}>oldest {formatRelative(oldestAt, { now, timeZone: 'UTC' })}</span>
              </span>
              <span className={styles.count}>{formatCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
