import type { EndpointData } from '@contract/schemas';
import { isObject, createStoredValue } from './storage';

type CommentTarget = EndpointData<'listComments'>['data'][number]['objectType'];

interface CommentDraft {
  userId: string;
  /** `feed:` or `comment:` and the id of the target. */
  subject: string;
  content: string;
}

export const commentDraftStore = createStoredValue(
  'comment_draft',
  (value): CommentDraft | undefined => {
    if (!isObject(value)) return undefined;
    const { userId, subject, content } = value;
    const areTexts = typeof userId === 'string' && typeof subject === 'string' && typeof content === 'string';
    return areTexts ? { userId, subject, content } : undefined;
  },
  'sessionStorage',
);

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
