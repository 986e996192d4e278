import Link from 'next/link';
import { Tag } from 'antd';
import { consolePaths } from '@/config/console-paths';
import type { ConsoleTakedown } from '@/features/operations/report/report-feature';
import {
  getLateness,
  getTargetNoun,
  houseRules,
  reportStatusWords,
  type Report,
} from '@/features/operations/report/report-words';
import { formatFull, formatRelative, VIEWER_TIME_ZONE } from '@/lib/dates';
import { PersonLink } from '../person-link';

const zone = { timeZone: VIEWER_TIME_ZONE };
const colors = { fresh: undefined, late: 'warning', overdue: 'error' } as const;

/** How long something has waited: amber after a day, red after a week. */
export function AgeTag({ since }: { since: string }) {
  const lateness = getLateness(since);
  return (
    <Tag color={colors[lateness]}>
      {formatRelative(since, zone)}
      {lateness === 'overdue' && ', overdue'}
    </Tag>
  );
}

export const ReportStatusTag = ({ status }: Pick<Report, 'status'>) => (
  <Tag color={reportStatusWords[status].color}>{reportStatusWords[status].text}</Tag>
);

/** `Post`, `Creator` … */
export function toTargetName(target: string): string {
  const noun = getTargetNoun(target);
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

const takedownWords: Record<ConsoleTakedown['state'], { text: string; color?: string }> = {
  standing: { text: 'Removed', color: 'error' },
  appealed: { text: 'Appealed', color: 'warning' },
  upheld: { text: 'Stays removed', color: 'error' },
  restored: { text: 'Restored', color: 'success' },
};

export const TakedownTag = ({ state }: Pick<ConsoleTakedown, 'state'>) => (
  <Tag color={takedownWords[state].color}>{takedownWords[state].text}</Tag>
);

/** All that was decided about one item, newest first. */
export function TakedownHistory({ takedowns }: { takedowns: ConsoleTakedown[] }) {
  if (takedowns.length === 0) return null;
  return (
    <section>
      <h2>Decisions so far</h2>
      {takedowns.map(
        ({ _id, state, rule, reason, createdAt, decidedBy, appeal, answer, answeredAt, answeredBy, appealedAt }) => (
          <div key={_id}>
            <p>
              <TakedownTag state={state} /> Removed {formatFull(createdAt, zone)} by <PersonLink person={decidedBy} />:{' '}
              {houseRules[rule]}. {reason}
            </p>
            {appeal !== '' && (
              <p>
                Appeal{appealedAt !== null && `, ${formatFull(appealedAt, zone)}`}: {appeal}
              </p>
            )}
            {answeredAt !== null && (
              <p>
                Answer, {formatFull(answeredAt, zone)} by <PersonLink person={answeredBy} />: {answer}
              </p>
            )}
          </div>
        ),
      )}
    </section>
  );
}

/** The texts of reports about one thing. */
export function ReportTexts({ title, reports }: { title: string; reports: Report[] }) {
  if (reports.length === 0) return null;
  return (
    <section>
      <h2>
        {title} ({reports.length})
      </h2>
      {reports.map(({ _id, title: words, description, reporter, openedAt, status, answer }) => (
        <div key={_id}>
          <p>
            <ReportStatusTag status={status} />{' '}
            <Link className="link" href={consolePaths.report(_id)}>
              {words}
            </Link>
            , reported {formatFull(openedAt, zone)} by <PersonLink person={reporter} />
          </p>
          {description !== '' && <p>{description}</p>}
          {answer !== '' && <p className="muted">Answer: {answer}</p>}
        </div>
      ))}
    </section>
  );
}
