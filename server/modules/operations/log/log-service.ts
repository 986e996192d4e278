import { and, desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { accounts } from '../../../db/schema/accounts';
import { operatorActs } from '../../../db/schema/operators';
import { betweenDays, type Keyset } from '../../../db/list-query';
import { checkOperatorLog } from '../../../operator-log/check-log';
import { createSubjectReader, isAbout } from './subject-reader';

type LogReply = EndpointReply<'searchOperatorLog'>;

const operator = alias(accounts, 'operator');

/** Read-only: lines are added by `recordAct`. */
export function createLogService({ db }: Pick<ServerContext, 'db'>) {
  const subjects = createSubjectReader(db);
  return {
    async search(query: EndpointPart<'searchOperatorLog', 'query'> & { after?: Keyset }): Promise<LogReply> {
      const where = and(
        betweenDays(operatorActs.at, query),
        query.operatorId === undefined ? undefined : eq(operatorActs.operatorId, query.operatorId),
        query.act === undefined ? undefined : eq(operatorActs.act, query.act),
        query.subjectKind === undefined ? undefined : eq(operatorActs.subjectKind, query.subjectKind),
        query.personId === undefined
          ? undefined
          : isAbout(operatorActs.subjectKind, operatorActs.subjectId, query.personId),
        query.subjectId === undefined ? undefined : eq(operatorActs.subjectId, query.subjectId),
      );
      const [rows, total] = await Promise.all([
        db
          .select({ line: operatorActs, operatorName: operator.name })
          .from(operatorActs)
          .leftJoin(operator, eq(operator.id, operatorActs.operatorId))
          .where(and(where, query.after && lt(operatorActs.seq, Number(query.after.id))))
          .orderBy(desc(operatorActs.seq))
          .limit(query.limit)
          .offset(query.offset),
        db.$count(operatorActs, where),
      ]);
      const found = await subjects.read(rows.map(({ line }) => line));
      return {
        data: rows.map((row) => presentLine(row, found.get(`${row.line.subjectKind}:${row.line.subjectId}`))),
        total,
      };
    },

    async check(): Promise<EndpointReply<'checkOperatorLog'>> {
      const [lines, findings] = await Promise.all([db.$count(operatorActs), checkOperatorLog(db)]);
      return { lines, problems: findings.map((finding) => `${finding.subject} ${finding.detail}`) };
    },
  };
}

function presentLine(
  { line, operatorName }: { line: typeof operatorActs.$inferSelect; operatorName: string | null },
  subject: { name: string; amount: number | null } | undefined,
): LogReply['data'][number] {
  const { seq, at, ...rest } = line;
  return {
    ...rest,
    _id: String(seq),
    at: at.toISOString(),
    operatorName: operatorName ?? '',
    subjectName: subject?.name ?? '',
    amount: subject?.amount ?? null,
  };
}
