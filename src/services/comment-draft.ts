import { isObject, stored } from './storage';

/** The comment that is being written in this tab. */
interface CommentDraft {
  /** Whose it is. */
  userId: string;
  /** `feed:` or `comment:` and the id of what is commented on. */
  subject: string;
  content: string;
}

export const commentDraftStore = stored(
  'comment_draft',
  (value): CommentDraft | undefined => {
    if (!isObject(value)) return undefined;
    const { userId, subject, content } = value;
    const areTexts = typeof userId === 'string' && typeof subject === 'string' && typeof content === 'string';
    return areTexts ? { userId, subject, content } : undefined;
  },
  'sessionStorage',
);
