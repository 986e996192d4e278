import { z } from 'zod';
import { Dollars, File, IdParams, IsoDate, ListQuery, ObjectId, Success, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText } from '../base/field-schemas';
import { limits } from '../base/limits';
import { removableKinds, reportDecisions } from '../content/house-rules';
import { ReportStatus, ReportTarget } from '../content/report-schemas';
import { HouseRuleName, Takedown } from '../content/takedown-schemas';
import type { consoleReportRoutes } from './console-report-routes';

const Kind = z.enum(removableKinds);
const Reason = requiredText(limits.decisionText);
const PageQuery = ListQuery.pick({ q: true, limit: true, offset: true });

/** Null for a deleted account. */
const Person = z
  .object({ _id: ObjectId, kind: z.enum(['user', 'performer']), name: z.string(), username: z.string().nullable() })
  .nullable();

const Report = z.object({
  _id: ObjectId,
  target: ReportTarget,
  targetId: ObjectId,
  /** Title or first words of the content; empty for a person, and for content that is gone. */
  targetTitle: z.string(),
  title: z.string(),
  description: z.string(),
  status: ReportStatus,
  /** Since when it waits, or waited. */
  openedAt: IsoDate,
  reporter: Person,
  /** The author of the content, or the person that it is about. */
  subject: Person,
  /** Open reports about this, with this one. */
  open: z.number(),
  decidedAt: IsoDate.nullable(),
  decidedBy: Person,
  /** The accounts that reported it read this. */
  answer: z.string(),
});

/** With the operators, whom the author is not told. */
const ConsoleTakedown = Takedown.extend({ decidedBy: Person, answeredBy: Person });

const ContentLine = z.object({
  kind: Kind,
  _id: ObjectId,
  title: z.string(),
  text: z.string(),
  /** Null for a comment. */
  slug: z.string().nullable(),
  /** `removed` by operators, `deleted` by the creator and kept for buyers. */
  state: z.enum(['published', 'scheduled', 'draft', 'hidden', 'removed', 'deleted']),
  creator: Person,
  createdAt: IsoDate,
});

const Content = ContentLine.extend({
  /** The first ones; for a gallery, those of its photos, each of which can be removed on its own. */
  files: z.array(File.extend({ photo: z.object({ _id: ObjectId, isRemoved: z.boolean() }).nullable() })),
  fileCount: z.number(),
  /** The gallery of a photo; null for everything else. */
  galleryId: ObjectId.nullable(),
  /** Null unless it is for sale. */
  price: Dollars.nullable(),
  /** For a photo, those of its gallery. */
  buyers: z.number(),
});

const deciding = { mark: 'assumed', data: Success } as const;
const ContentParams = z.object({ kind: Kind, id: ObjectId });

export const consoleReportSchemas = {
  searchReports: {
    summary: 'Reports of fans and creators; open ones oldest first, the others newest first',
    mark: 'assumed',
    query: PageQuery.omit({ q: true }).extend({
      status: ReportStatus.optional(),
      target: ReportTarget.optional(),
      /** Reports by this account, about it, or about its content. */
      person: ObjectId.optional(),
    }),
    data: getPage(Report),
  },
  getReport: {
    summary: 'A report with what it is about, and all that was reported and decided about that',
    mark: 'assumed',
    params: IdParams,
    data: z.object({
      report: Report,
      /** Other reports about the same, newest first. */
      others: z.array(Report),
      /** Null for a report about a person, and once its author has deleted it. */
      content: Content.nullable(),
      /** Removals of this content, newest first. */
      takedowns: z.array(ConsoleTakedown),
      /** The next open report about something else; null if none waits. */
      nextId: ObjectId.nullable(),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  decideReport: {
    ...deciding,
    summary: 'Answer all open reports about the same content, and remove it or leave it',
    params: IdParams,
    body: z
      .object({ decision: z.enum(reportDecisions), rule: HouseRuleName.optional(), reason: Reason })
      .refine(({ decision, rule }) => decision !== 'hide' || rule !== undefined, {
        path: ['rule'],
        message: 'say which rule',
      }),
    errors: ['ENTITY_NOT_FOUND', 'CHANGED_ELSEWHERE', 'FORBIDDEN', 'REPORTER_NAMED'],
  },
  searchAppeals: {
    summary: 'Removals and their appeals; those that wait oldest first, the others newest first',
    mark: 'assumed',
    query: PageQuery.omit({ q: true }).extend({
      state: z.enum(['standing', 'appealed', 'upheld', 'restored']).optional(),
    }),
    data: getPage(ConsoleTakedown.extend({ owner: Person })),
  },
  getAppeal: {
    summary: 'A removal with its appeal, the content and the reports about it',
    mark: 'assumed',
    params: IdParams,
    data: z.object({
      takedown: ConsoleTakedown.extend({ owner: Person }),
      content: Content.nullable(),
      reports: z.array(Report),
      /** False for the operator who removed it, if another one can decide. */
      canDecide: z.boolean(),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  decideAppeal: {
    ...deciding,
    summary: 'Decide an appeal, as another operator than the one who removed the content',
    params: IdParams,
    body: z.object({ decision: z.enum(['uphold', 'restore']), reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'APPEAL_DECIDED', 'OTHER_OPERATOR_NEEDED', 'REPORTER_NAMED'],
  },
  searchContent: {
    summary: 'Content of all creators, newest first',
    mark: 'assumed',
    /** `q` is an id, part of a title, or of the name or username of the creator. */
    query: PageQuery.extend({
      kind: Kind.exclude(['comment']).optional(),
      state: z.enum(['published', 'removed']).optional(),
    }),
    data: getPage(ContentLine),
  },
  getContent: {
    summary: 'One item or comment with its files, and its removals',
    mark: 'assumed',
    params: ContentParams,
    data: z.object({ content: Content, takedowns: z.array(ConsoleTakedown), reports: z.array(Report) }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  hideContent: {
    ...deciding,
    summary: 'Remove an item or comment, and answer all open reports about it',
    params: ContentParams,
    body: z.object({ rule: HouseRuleName, reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'CHANGED_ELSEWHERE', 'REPORTER_NAMED'],
  },
  restoreContent: {
    ...deciding,
    summary: 'Restore a removed item or comment',
    params: ContentParams,
    body: z.object({ reason: Reason }),
    errors: ['ENTITY_NOT_FOUND', 'CHANGED_ELSEWHERE', 'REPORTER_NAMED'],
  },
} satisfies SchemasFor<typeof consoleReportRoutes>;
