import { useRouter } from 'next/router';
import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { consolePaths } from '@/config/console-paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAct } from '@/features/operations/act/use-act';
import { consoleAppeal, decideAppeal, type AppealDetails } from '@/features/operations/report/report-feature';
import { getTargetNoun } from '@/features/operations/report/report-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readText } from '../console-query';
import { ContentCard } from './content-card';
import { buildReason } from './rule-field';
import { ReportTexts, TakedownHistory } from './report-parts';
import styles from './reports.module.css';
import { DetailPage } from '../detail-page';

type Decision = 'uphold' | 'restore';

/** One removal with its appeal, and the decision on it. */
export function AppealScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(consoleAppeal.select);
  const id = readText(query['id']);
  return (
    <DetailPage
      title="Appeal"
      list={{ href: consolePaths.appeals, label: 'All appeals' }}
      loaded={loaded}
      onRetry={() => dispatch(consoleAppeal.requested(id))}
    >
      {(details) => <Details details={details} />}
    </DetailPage>
  );
}

function Details({ details }: { details: AppealDetails }) {
  const { takedown, content, reports, canDecide } = details;
  const [decision, setDecision] = useState<Decision | null>(null);
  const ownId = useAppSelector(selectCurrentUser)?._id;
  return (
    <div className={styles.column}>
      {canDecide && (
        <Space wrap>
          <Button type="primary" onClick={() => setDecision('restore')}>
            Restore it
          </Button>
          <Button danger onClick={() => setDecision('uphold')}>
            Keep it removed
          </Button>
        </Space>
      )}
      {takedown.state === 'appealed' && !canDecide && (
        <Alert type="info" showIcon title="You removed this, so another operator has to decide the appeal." />
      )}
      {canDecide && takedown.decidedBy?._id === ownId && (
        <Alert
          type="warning"
          showIcon
          title="You removed this yourself. No other operator can decide, so look at it once more."
        />
      )}
      <TakedownHistory takedowns={[takedown]} />
      <ContentCard content={content} />
      <ReportTexts title="Reports about it" reports={reports} />
      <DecisionDialog takedown={takedown} reports={reports} decision={decision} onClose={() => setDecision(null)} />
    </div>
  );
}

interface DecisionDialogProps {
  takedown: AppealDetails['takedown'];
  reports: AppealDetails['reports'];
  decision: Decision | null;
  onClose: () => void;
}

function DecisionDialog({ takedown, reports, decision, onClose }: DecisionDialogProps) {
  const { act, isBusy, failure } = useAct({ open: decision !== null, onDone: onClose });
  const noun = getTargetNoun(takedown.target);
  const isRestoring = decision === 'restore';
  return (
    <ActDialog
      key={decision}
      open={decision !== null}
      title={isRestoring ? `Restore this ${noun}` : `Keep this ${noun} removed`}
      effect={
        isRestoring
          ? 'Everyone can see it as before. Its author and those who reported it are told.'
          : 'It stays hidden for good. Its author reads your answer, and can’t appeal again.'
      }
      okText={isRestoring ? 'Restore it' : 'Keep it removed'}
      isDanger={!isRestoring}
      isBusy={isBusy}
      failure={failure}
      reason={buildReason(
        isRestoring ? 'Reason, read by the author and those who reported it' : 'Reason, read by the author',
        reports,
      )}
      onAct={(reason) => decision && act(decideAppeal(takedown._id, { decision, reason }))}
      onClose={onClose}
    />
  );
}
