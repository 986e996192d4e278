import { z } from 'zod';
import { IdParams, IsoDate, ListQuery, ObjectId, Success, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { text } from '../base/field-schemas';
import { limits } from '../base/limits';
import type { reviewRoutes } from './review-routes';

/** Enough of an account to recognize it and link to it. */
const PersonRef = z.object({ _id: ObjectId, name: z.string(), username: z.string().nullable() });

/** Another account that may be the same person's. */
const LookAlike = PersonRef.extend({
  kind: z.enum(['user', 'performer']),
  /** True for a creator who can publish and earn. */
  isApproved: z.boolean(),
  /** True for an account that operators closed, or that waits for its deletion. */
  isClosed: z.boolean(),
});

const CreatorToReview = PersonRef.extend({
  /** When the oldest of their documents was sent. */
  sentAt: IsoDate,
  /** True if documents of this creator were rejected before. */
  isSecondTry: z.boolean(),
  /** True for a creator who can publish already, and sent new documents. */
  isApproved: z.boolean(),
});

const Documents = z.object({
  documents: z.array(
    z.object({
      title: z.string(),
      mimeType: z.string(),
      sentAt: IsoDate,
      status: z.enum(['waiting', 'approved', 'rejected']),
      /** Opens for this operator only, for at most 15 minutes. */
      url: z.string(),
    }),
  ),
  /** Identifies exactly these documents and details; the decision quotes it. */
  revision: z.string(),
  /** Accounts with a document of the very same bytes. */
  sameDocument: z.array(LookAlike),
});

export const reviewSchemas = {
  listCreatorsToReview: {
    summary: 'Creators whose documents wait for a decision, oldest first',
    mark: 'assumed',
    query: ListQuery.pick({ limit: true, offset: true }),
    data: getPage(CreatorToReview),
  },
  readCreatorToReview: {
    summary: 'What a creator typed at sign-up, without the documents',
    mark: 'assumed',
    params: IdParams,
    data: CreatorToReview.omit({ sentAt: true }).extend({
      /** Null if no documents were sent. */
      sentAt: IsoDate.nullable(),
      /** False if they were decided on meanwhile. */
      isWaiting: z.boolean(),
      email: z.string().nullable(),
      verifiedEmail: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
      /** ISO date. */
      dateOfBirth: z.string().nullable(),
      age: z.number().nullable(),
      minimumAge: z.number(),
      /** As typed: a code, or a name from a compatible front end. */
      country: z.string(),
      /** Codes of the countries of their log-ins, from the addresses. */
      loginCountries: z.array(z.string()),
      createdAt: IsoDate,
      /** Shown to the creator after the last rejection. */
      rejectionReason: z.string(),
      /** Other creators with the same first name, last name and date of birth; null if one of them is not given. */
      sameName: z.array(LookAlike).nullable(),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  openDocuments: {
    summary: 'Open the documents of a creator, which the log records',
    mark: 'assumed',
    params: IdParams,
    data: Documents,
    errors: ['ENTITY_NOT_FOUND', 'FRESH_LOGIN_REQUIRED'],
  },
  decideCreator: {
    summary: 'Approve or reject the documents of a creator',
    mark: 'assumed',
    params: IdParams,
    body: z
      .object({
        decision: z.enum(['approved', 'rejected']),
        revision: z.string().max(20),
        /** The creator reads it as it is. Needed to reject. */
        reason: text(limits.operatorText).default(''),
      })
      .refine(({ decision, reason }) => decision === 'approved' || reason !== '', {
        path: ['reason'],
        message: 'say why',
      }),
    data: Success,
    errors: ['ENTITY_NOT_FOUND', 'UNDER_AGE', 'DOCUMENTS_MISSING', 'CHANGED_ELSEWHERE'],
  },
} satisfies SchemasFor<typeof reviewRoutes>;
