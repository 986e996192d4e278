import { Button } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { useAct } from '@/features/operations/act/use-act';
import { giveUpFile, retryFile, type SetAsideFile } from '@/features/operations/job/job-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import styles from './jobs.module.css';

type Act = { file: SetAsideFile; kind: 'retry' | 'give up' };

const columns: ConsoleColumn<SetAsideFile>[] = [
  { key: 'name', title: 'File', render: ({ name, _id }) => name || _id },
  { key: 'type', title: 'Kind', render: ({ type }) => type },
  { key: 'owner', title: 'Owner', render: ({ ownerName }) => ownerName || 'Deleted account' },
  { key: 'failure', title: 'Failure', render: ({ failure }) => <span className={styles.message}>{failure}</span> },
  { key: 'at', title: 'Set aside', render: ({ setAsideAt }) => formatFull(setAsideAt, { timeZone: VIEWER_TIME_ZONE }) },
];

export function SetAsideFiles({ rows }: { rows: SetAsideFile[] }) {
  const [asked, setAsked] = useState<Act | null>(null);
  const acts: ConsoleColumn<SetAsideFile> = {
    key: 'acts',
    title: '',
    render: (file) => (
      <div className={styles.acts}>
        <Button onClick={() => setAsked({ file, kind: 'retry' })}>Retry</Button>
        <Button danger onClick={() => setAsked({ file, kind: 'give up' })}>
          Give up
        </Button>
      </div>
    ),
  };
  return (
    <section className={styles.part}>
      <h2>Files set aside</h2>
      <WholeTable
        label="Files set aside"
        columns={[...columns, acts]}
        rows={rows}
        status="ready"
        error={null}
        onRetry={() => undefined}
        empty="No file was set aside. Files whose processing was stopped each time would be here."
      />
      <FileDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function FileDialog({ asked, onClose }: { asked: Act | null; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open: asked !== null, onDone: onClose });
  const isRetry = asked?.kind !== 'give up';
  const name = asked?.file.name || 'this file';
  return (
    <ActDialog
      open={asked !== null}
      title={isRetry ? `Process ${name} again?` : `Give up ${name}?`}
      effect={
        isRetry
          ? 'It joins the queue now. Its owner sees it as processing.'
          : 'The original is deleted, and the owner is asked for another file with the reason below.'
      }
      okText={isRetry ? 'Retry' : 'Give up'}
      isDanger={!isRetry}
      isBusy={isBusy}
      failure={failure}
      reason={isRetry ? undefined : { label: 'Reason', hint: 'The owner reads it as it is.', maxLength: 500 }}
      onAct={(reason) => {
        if (asked) act(isRetry ? retryFile(asked.file._id) : giveUpFile(asked.file._id, reason));
      }}
      onClose={onClose}
    />
  );
}
