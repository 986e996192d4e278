import { Button } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { useAct } from '@/features/operations/act/use-act';
import { discardJob, retryJob, type FailedJob } from '@/features/operations/job/job-feature';
import { describeJob } from '@/features/operations/job/job-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import styles from './jobs.module.css';

type Act = { job: FailedJob; kind: 'retry' | 'discard' };

const columns: ConsoleColumn<FailedJob>[] = [
  { key: 'name', title: 'Job', render: ({ name }) => describeJob(name).label },
  {
    key: 'message',
    title: 'Error',
    render: ({ message }) => <span className={styles.message}>{message || 'No message'}</span>,
  },
  { key: 'attempts', title: 'Attempts', isNumber: true, render: ({ attempts }) => formatCount(attempts) },
  { key: 'at', title: 'Failed', render: ({ failedAt }) => formatFull(failedAt, { timeZone: VIEWER_TIME_ZONE }) },
  {
    key: 'request',
    title: 'Request',
    render: ({ requestId }) => (requestId === null ? 'Scheduled' : <code>{requestId}</code>),
  },
];

export function FailedJobs({ rows }: { rows: FailedJob[] }) {
  const [asked, setAsked] = useState<Act | null>(null);
  const acts: ConsoleColumn<FailedJob> = {
    key: 'acts',
    title: '',
    render: (job) => (
      <div className={styles.acts}>
        <Button onClick={() => setAsked({ job, kind: 'retry' })}>Retry</Button>
        <Button danger onClick={() => setAsked({ job, kind: 'discard' })}>
          Discard
        </Button>
      </div>
    ),
  };
  return (
    <section className={styles.part}>
      <h2>Failed jobs</h2>
      <WholeTable
        label="Failed jobs"
        columns={[...columns, acts]}
        rows={rows}
        status="ready"
        error={null}
        onRetry={() => undefined}
        empty="No job has failed. Jobs that failed on every attempt would be here for 30 days."
      />
      <JobDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function JobDialog({ asked, onClose }: { asked: Act | null; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open: asked !== null, onDone: onClose });
  const isRetry = asked?.kind !== 'discard';
  const { label, does } = describeJob(asked?.job.name ?? '');
  return (
    <ActDialog
      open={asked !== null}
      title={isRetry ? `Run “${label}” again?` : `Discard “${label}”?`}
      effect={
        isRetry
          ? `Running it again ${does} It gets one attempt. If that fails too, it comes back to this list.`
          : 'It is removed for good and never runs. What it should have done stays undone.'
      }
      okText={isRetry ? 'Retry' : 'Discard'}
      isDanger={!isRetry}
      isBusy={isBusy}
      failure={failure}
      onAct={() => {
        if (asked) act(isRetry ? retryJob(asked.job._id) : discardJob(asked.job._id));
      }}
      onClose={onClose}
    />
  );
}
