import Link from 'next/link';
import { useRouter } from 'next/router';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { ConsolePage } from '@/components/console/console-page';
import { FormDialog } from '@/components/console/form-dialog';
import { consolePaths } from '@/config/console-paths';
import { useAct } from '@/features/operations/act/use-act';
import {
  consoleContent,
  hideContent,
  restoreContent,
  type ContentDetails,
} from '@/features/operations/report/content-feature';
import { getTargetNoun, isRemovable, type HouseRule } from '@/features/operations/report/report-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';
import { readText } from '../console-query';
import { LoadedPart } from '../loaded-part';
import { ContentCard } from './content-card';
import { ReportTexts, TakedownHistory } from './report-parts';
import styles from './reports.module.css';
import { BuyersNote } from './buyers-note';
import { buildReason, ReasonField, RuleField } from './rule-field';

/** One item or comment, and what was reported and decided about it. */
export function ContentScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(consoleContent.select);
  const kind = readText(query['kind']);
  const retry = () => {
    if (isRemovable(kind)) dispatch(consoleContent.requested({ kind, id: readText(query['id']) }));
  };
  return (
    <>
      <PageTitle title="Content" />
      <ConsolePage
        title="Content"
        note={
          <Link className="link" href={consolePaths.content}>
            All content
          </Link>
        }
      >
        {isRemovable(kind) ? (
          <LoadedPart loaded={loaded} onRetry={retry}>
            {(details) => <Details details={details} />}
          </LoadedPart>
        ) : (
          <Alert type="error" showIcon title="There is no such kind of content." />
        )}
      </ConsolePage>
    </>
  );
}

function Details({ details: { content, takedowns, reports } }: { details: ContentDetails }) {
  const { query } = useRouter();
  const [isAsking, setIsAsking] = useState(query['decide'] === '1');
  const noun = getTargetNoun(content.kind);
  const isRemoved = content.state === 'removed';
  const close = () => setIsAsking(false);
  return (
    <div className={styles.column}>
      <div>
        <Button type={isRemoved ? 'primary' : 'default'} danger={!isRemoved} onClick={() => setIsAsking(true)}>
          {isRemoved ? `Restore this ${noun}` : `Remove this ${noun}`}
        </Button>
      </div>
      <ContentCard content={content} isOwnPage />
      <ReportTexts title="Reports about it" reports={reports} />
      <TakedownHistory takedowns={takedowns} />
      <RestoreDialog content={content} reports={reports} open={isAsking && isRemoved} onClose={close} />
      <HideDialog content={content} reports={reports} open={isAsking && !isRemoved} onClose={close} />
    </div>
  );
}

interface DialogProps {
  content: ContentDetails['content'];
  reports: ContentDetails['reports'];
  open: boolean;
  onClose: () => void;
}

function RestoreDialog({ content: { kind, _id: id }, reports, open, onClose }: DialogProps) {
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  return (
    <ActDialog
      open={open}
      title={`Restore this ${getTargetNoun(kind)}`}
      effect="Everyone can see it as before. Its author and those who reported it are told."
      okText="Restore it"
      isBusy={isBusy}
      failure={failure}
      reason={buildReason('Reason, read by the author and those who reported it', reports)}
      onAct={(reason) => act(restoreContent({ kind, id }, reason))}
      onClose={onClose}
    />
  );
}

interface HideValues {
  rule: HouseRule;
  reason: string;
}

function HideDialog({ content: { kind, _id: id, buyers }, reports, open, onClose }: DialogProps) {
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  const noun = getTargetNoun(kind);
  return (
    <FormDialog<HideValues>
      open={open}
      title={`Remove this ${noun}`}
      okText={`Remove this ${noun}`}
      isDanger
      isBusy={isBusy}
      failure={failure}
      onFinish={({ rule, reason }) => act(hideContent({ kind, id }, { rule, reason: reason.trim() }))}
      onClose={onClose}
    >
      <p>Only its author and moderators see it from now on. The author reads why, and can appeal.</p>
      <BuyersNote noun={noun} buyers={buyers} />
      <RuleField />
      <ReasonField label="Reason, read by both sides" reports={reports} />
    </FormDialog>
  );
}
