import type { CurrentUser } from './session-slice';

type Creator = Extract<CurrentUser, { isPerformer: true }>;

/** How a creator's documents stand. */
export interface DocumentReview {
  state: 'missing' | 'waiting' | 'rejected' | 'approved';
  /** When the later of the two was sent, while they wait; absent where the backend does not tell. */
  since?: string;
  /** What the operators asked for, where they said so. */
  reason?: string;
}

/** What the account itself tells of the review. Backends of the family say only whether it was approved. */
export function getDocumentReview(user: Creator): DocumentReview {
  if (user.verifiedDocument) return { state: 'approved' };
  const papers = [
    { paper: user.idVerification, id: user.idVerificationId },
    { paper: user.documentVerification, id: user.documentVerificationId },
  ];
  const refused = papers.find(({ paper }) => paper?.status === 'rejected')?.paper;
  if (refused) return { state: 'rejected', ...(refused.reason && { reason: refused.reason }) };
  // Nobody signs up without both: a backend that tells nothing of them has them.
  if (papers.some(({ paper, id }) => !paper && !id && paper !== undefined)) return { state: 'missing' };
  const since = papers
    .flatMap(({ paper }) => paper?.sentAt ?? [])
    .toSorted()
    .at(-1);
  return { state: 'waiting', ...(since && { since }) };
}

/**
 * How long a review usually takes, as the end of a sentence; nothing where the site promises nothing.
 *
 * @param days of the settings
 */
export function REVIEW_TIME_TEXT(days: number | undefined): string {
  if (!days) return '';
  return days === 1 ? ', usually within a day' : `, usually within ${days} days`;
}
