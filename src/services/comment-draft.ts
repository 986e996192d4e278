import type { EndpointData } from '@contract/schemas';
import { isObject, isTextRecord, createStoredValue } from './storage';

type CommentTarget = EndpointData<'listComments'>['data'][number]['objectType'];

/** More than anyone leaves half-written in one tab. */
const MAX_DRAFTS = 20;

/** Comments being written, by subject (`feed:` or `comment:` and the id of the target), newest last. */
const commentDraftStore = (userId: string) =>
  createStoredValue(
    `comment_drafts_${userId}`,
    (value) => (isTextRecord(value) ? Object.fromEntries(Object.entries(value).slice(-MAX_DRAFTS)) : undefined),
    'sessionStorage',
  );

const readDrafts = (userId: string): Record<string, string> => commentDraftStore(userId).read() ?? {};

export const readCommentDraft = (userId: string, subject: string): string => readDrafts(userId)[subject] ?? '';

/** @param content empty to remove the draft; those of other subjects and accounts stay */
export function writeCommentDraft(userId: string, subject: string, content: string): void {
  const { [subject]: _before, ...others } = readDrafts(userId);
  commentDraftStore(userId).write(content === '' ? others : { ...others, [subject]: content });
}

export interface UnsentComment {
  localId: string;
  objectType: CommentTarget;
  objectId: string;
  content: string;
  /** Time of the first attempt, ISO 8601. */
  createdAt: string;
  /** Ids of comments on the server that have the same text but are known not to be this one. */
  others?: readonly string[];
}

const targets: Record<CommentTarget, true> = { feed: true, video: true, comment: true, gallery: true, product: true };

/** More than anyone writes while offline. */
const MAX_UNSENT = 20;

/** Comments that are not sent yet, oldest first. */
export const unsentCommentStore = (userId: string) =>
  createStoredValue(
    `unsent_comments_${userId}`,
    (value) => (Array.isArray(value) ? value.filter(isUnsentComment).slice(-MAX_UNSENT) : undefined),
    'sessionStorage',
  );

function isUnsentComment(value: unknown): value is UnsentComment {
  if (!isObject(value)) return false;
  const { localId, objectType, objectId, content, createdAt, others = [] } = value;
  const areTexts = [localId, objectId, content, createdAt].every((text) => typeof text === 'string');
  return areTexts && Array.isArray(others) && typeof objectType === 'string' && Object.hasOwn(targets, objectType);
}
