import { CircleAlert, Download, PackageOpen } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Day, TimeAgo } from '@/components/basic/times';
import { ErrorState } from '@/components/states/error-state';
import { Note, Problem } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { formatBytes } from '@/lib/format-bytes';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  exportRequested,
  ownDataRequested,
  selectPrivacy,
  selectPrivacyAct,
  type DataExport,
} from '../privacy-feature';
import styles from './privacy.module.css';

export function ArchivePanel() {
  const dispatch = useAppDispatch();
  const { archive, loadError } = useAppSelector(selectPrivacy);
  const { isBusy, error } = useAppSelector(selectPrivacyAct('export'));
  if (loadError && archive === undefined) {
    return (
      <ErrorState
        title="Your data did not load"
        text={loadError.message}
        onRetry={() => dispatch(ownDataRequested())}
      />
    );
  }
  if (archive === undefined) return <Skeleton count={2} />;
  const isMaking = archive?.status === 'pending';
  return (
    <div className="stack">
      <p className={styles.lead}>
        A ZIP file with your profile, posts, messages, payments and the files you uploaded. You can download it for
        seven days.
      </p>
      {archive && <ArchiveState archive={archive} />}
      <Problem>{error?.message}</Problem>
      <div className={styles.row}>
        {archive?.status === 'ready' && archive.url && (
          <Button variant="primary" icon={Download} href={archive.url}>
            Download{archive.size === null ? '' : `, ${formatBytes(archive.size)}`}
          </Button>
        )}
        <Button
          icon={PackageOpen}
          busy={isBusy || isMaking}
          busyLabel="Preparing"
          onClick={() => dispatch(exportRequested())}
        >
          {archive?.status === 'ready' ? 'Create a new archive' : 'Create archive'}
        </Button>
      </div>
    </div>
  );
}

function ArchiveState({ archive }: { archive: DataExport }) {
  switch (archive.status) {
    case 'pending':
      return (
        <p className="muted sm" role="status">
          We’re preparing your archive and will email you when it’s ready. You can leave this page.
        </p>
      );
    case 'ready':
      return (
        <p className="muted sm" role="status">
          Made <TimeAgo value={archive.readyAt ?? archive.createdAt} inSentence />
          {archive.expiresAt && (
            <>
              , here until <Day value={archive.expiresAt} />
            </>
          )}
          .
        </p>
      );
    case 'failed':
      return (
        <Note icon={CircleAlert} tone="warn">
          The last archive could not be created. Please try again.
        </Note>
      );
    case 'expired':
      return <p className="muted sm">Your last archive was deleted after seven days.</p>;
  }
}
