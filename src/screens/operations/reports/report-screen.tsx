import Link from 'next/link';
import { useRouter } from 'next/router';
import { Facts, type Fact } from '@/components/console/facts';
import { consolePaths } from '@/config/console-paths';
import { consoleReport, type ReportDetails } from '@/features/operations/report/report-feature';
import { isRemovable } from '@/features/operations/report/report-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readText } from '../console-query';
import { ContentCard } from './content-card';
import { ReportDecisionCard } from './report-decision';
import { PersonLink } from '../person-link';
import { AgeTag, ReportStatusTag, ReportTexts, TakedownHistory, toTargetName } from './report-parts';
import styles from './reports.module.css';
import { DetailPage } from '../detail-page';

/** One report: the content in its place, all that was reported about it, and the decision. */
export function ReportScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(consoleReport.select);
  const id = readText(query['id']);
  const title = loaded.data ? `Report: ${loaded.data.report.title}` : 'Report';
  return (
    <DetailPage
      title={title}
      list={{ href: consolePaths.reports, label: 'All reports' }}
      loaded={loaded}
      onRetry={() => dispatch(consoleReport.requested(id))}
    >
      {(details) => <Details key={details.report._id} details={details} />}
    </DetailPage>
  );
}

function Details({ details }: { details: ReportDetails }) {
  const router = useRouter();
  const { report, others, content, takedowns, nextId } = details;
  const openNext = () => void router.push(nextId === null ? consolePaths.reports : consolePaths.report(nextId));
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        <ReportFacts details={details} />
        {isRemovable(report.target) && <ContentCard content={content} />}
        <ReportTexts title="Other reports about it" reports={others} />
        <TakedownHistory takedowns={takedowns} />
      </div>
      <div className={styles.column}>
        {report.status === 'open' && <ReportDecisionCard details={details} onDecided={openNext} />}
        {nextId !== null && (
          <Link className="link" href={consolePaths.report(nextId)}>
            Next open report
          </Link>
        )}
      </div>
    </div>
  );
}

function ReportFacts({ details: { report } }: { details: ReportDetails }) {
  const zone = { timeZone: VIEWER_TIME_ZONE };
  const { status, openedAt, description, reporter, subject, target, decidedAt, decidedBy, answer } = report;
  const facts: Fact[] = [
    { label: 'Status', value: <ReportStatusTag status={status} /> },
    {
      label: 'Reported',
      value: (
        <>
          {formatFull(openedAt, zone)} {status === 'open' && <AgeTag since={openedAt} />}
        </>
      ),
    },
    { label: 'By', value: <PersonLink person={reporter} /> },
    {
      label: isRemovable(target) ? 'Author' : toTargetName(target),
      value: <PersonLink person={subject} />,
    },
    { label: 'Details', value: description || 'None' },
  ];
  if (decidedAt !== null)
    facts.push(
      {
        label: 'Decided',
        value: (
          <>
            {formatFull(decidedAt, zone)} by <PersonLink person={decidedBy} />
          </>
        ),
      },
      { label: 'Answer', value: answer },
    );
  return <Facts facts={facts} />;
}
