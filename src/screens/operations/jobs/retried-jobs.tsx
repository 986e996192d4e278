import { Tag } from 'antd';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import type { RetriedJob } from '@/features/operations/job/job-feature';
import { describeJob } from '@/features/operations/job/job-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import styles from './jobs.module.css';

const stateWords: Record<RetriedJob['state'], { text: string; color?: string }> = {
  waiting: { text: 'Waits to run', color: 'processing' },
  running: { text: 'Running', color: 'processing' },
  done: { text: 'Succeeded', color: 'success' },
  failed: { text: 'Failed again', color: 'error' },
  removed: { text: 'No longer listed' },
};

const formatTime = (at: string) => formatFull(at, { timeZone: VIEWER_TIME_ZONE });

const columns: ConsoleColumn<RetriedJob>[] = [
  { key: 'name', title: 'Job', render: ({ name }) => describeJob(name).label },
  { key: 'by', title: 'Retried by', render: ({ operatorName }) => operatorName || 'Deleted account' },
  { key: 'at', title: 'Retried', render: ({ retriedAt }) => formatTime(retriedAt) },
  {
    key: 'state',
    title: 'Result',
    render: ({ state, endedAt }) => (
      <>
        <Tag color={stateWords[state].color}>{stateWords[state].text}</Tag> {endedAt !== null && formatTime(endedAt)}
      </>
    ),
  },
];

/** Jobs that operators ran again, so that nobody has to guess whether that helped. */
export const RetriedJobs = ({ rows }: { rows: RetriedJob[] }) => (
  <section className={styles.part}>
    <h2>Retried jobs</h2>
    <WholeTable
      label="Retried jobs"
      columns={columns}
      rows={rows}
      status="ready"
      error={null}
      onRetry={() => undefined}
      empty="Jobs that you run again are here for 30 days, with their result."
    />
  </section>
);
