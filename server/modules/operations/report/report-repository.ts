import { and, asc, desc, eq, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import { comments, reports } from '../../../db/schema/social';
import { selectPerson } from './person-columns';

export type ReportView = EndpointReply<'searchReports'>['data'][number];

/** Reports about one thing that a page shows; the list has all. */
const MAX_ABOUT_ONE = 50;

const reporter = alias(accounts, 'reporter');
const subject = alias(accounts, 'subject');
const decider = alias(accounts, 'decider');

/** The author of the content, or the person that the report is about. */
const subjectId = sql`case ${reports.target} when 'user' then ${reports.targetId}
  when 'comment' then coalesce((select c.created_by from ${comments} c where c.id = ${reports.targetId}), ${reports.performerId})
  else ${reports.performerId} end`;

const MAX_TITLE_LENGTH = 120;

const firstWords = (...texts: AnyPgColumn[]): SQL =>
  sql`left(coalesce(${sql.join(
    texts.map((column) => sql`nullif(${column}, '')`),
    sql`, `,
  )}, ''), ${MAX_TITLE_LENGTH}::int)`;

const targetTitle = sql<string>`coalesce(case ${reports.target}
  when 'comment' then (select ${firstWords(comments.content)} from ${comments} where ${comments.id} = ${reports.targetId})
  else (select ${firstWords(items.title, items.tagline, items.text)} from ${items} where ${items.id} = ${reports.targetId})
  end, '')`;

const openAboutIt = sql<number>`(select count(*)::int from reports s
  where s.target = ${reports.target} and s.target_id = ${reports.targetId} and s.status = 'open')`;

export function createReportRepository(db: Db) {
  async function read(where: SQL | undefined, order: SQL[], { limit, offset = 0 }: { limit: number; offset?: number }) {
    const rows = await db
      .select({
        report: reports,
        reporter: selectPerson(reporter),
        subject: selectPerson(subject),
        decidedBy: selectPerson(decider),
        open: openAboutIt,
        targetTitle,
      })
      .from(reports)
      .leftJoin(reporter, eq(reporter.id, reports.createdBy))
      .leftJoin(subject, eq(subject.id, subjectId))
      .leftJoin(decider, eq(decider.id, reports.decidedBy))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
    return rows.map(presentReport);
  }

  const isAbout = (target: string, targetId: string) => and(eq(reports.target, target), eq(reports.targetId, targetId));

  return {
    async search({ status, target, person, limit, offset }: EndpointPart<'searchReports', 'query'>) {
      const where = and(
        status && eq(reports.status, status),
        target && eq(reports.target, target),
        person === undefined
          ? undefined
          : or(eq(reports.createdBy, person), eq(reports.performerId, person), eq(reports.targetId, person)),
      );
      const order = status === 'open' ? oldestFirst : newestFirst;
      const [data, total] = await Promise.all([read(where, order, { limit, offset }), db.$count(reports, where)]);
      return { data, total };
    },

    find: async (id: string): Promise<ReportView | null> =>
      (await read(eq(reports.id, id), newestFirst, { limit: 1 }))[0] ?? null,

    listAbout: (target: string, targetId: string, exceptId = ''): Promise<ReportView[]> =>
      read(and(isAbout(target, targetId), ne(reports.id, exceptId)), newestFirst, { limit: MAX_ABOUT_ONE }),

    /** The oldest open report about something else. */
    async findNext({ target, targetId }: Pick<ReportView, 'target' | 'targetId'>): Promise<string | null> {
      const isElsewhere = not(and(eq(reports.target, target), eq(reports.targetId, targetId)) ?? sql`false`);
      const next = db
        .select({ id: reports.id })
        .from(reports)
        .where(and(eq(reports.status, 'open'), isElsewhere));
      return (await firstOrNull(next.orderBy(...oldestFirst).limit(1)))?.id ?? null;
    },
  };
}

const oldestFirst = [asc(reports.openedAt), asc(reports.id)];
const newestFirst = [desc(reports.openedAt), desc(reports.id)];

type PersonView = NonNullable<ReportView['reporter']>;

interface ReadReport {
  report: typeof reports.$inferSelect;
  reporter: PersonView | null;
  subject: PersonView | null;
  decidedBy: PersonView | null;
  open: number;
  targetTitle: string;
}

const presentReport = ({ report, ...rest }: ReadReport): ReportView => ({
  _id: report.id,
  target: report.target as ReportView['target'],
  targetId: report.targetId,
  title: report.title,
  description: report.description,
  status: report.status,
  openedAt: report.openedAt.toISOString(),
  decidedAt: report.decidedAt?.toISOString() ?? null,
  answer: report.answer,
  ...rest,
});
