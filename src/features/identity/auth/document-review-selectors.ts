import type { CurrentUser } from './session-slice';

type Creator = Extract<CurrentUser, { isPerformer: true }>;

export interface DocumentReview {
  state: 'missing' | 'waiting' | 'rejected' | 'approved';
  /** When the later of the two documents was sent; absent where the backend does not say. */
  since?: string;
  reason?: string;
}

/** Compatible backends state only whether the account is approved. */
export function getDocumentReview(user: Creator): DocumentReview {
  if (user.verifiedDocument) return { state: 'approved' };
  const papers = [
    { paper: user.idVerification, id: user.idVerificationId },
    { paper: user.documentVerification, id: user.documentVerificationId },
  ];
  const refused = papers.find(({ paper }) => paper?.status === 'rejected')?.paper;
  if (refused) return { state: 'rejected', ...(refused.reason && { reason: refused.reason }) };
  // Sign-up requires both documents, so a backend that omits them has them.
  if (papers.some(({ paper, id }) => !paper && !id && paper !== undefined)) return { state: 'missing' };
  const since = papers
    .flatMap(({ paper }) => paper?.sentAt ?? [])
    .toSorted()
    .at(-1);
  return { state: 'waiting', ...(since && { since }) };
}

/** The end of a sentence; empty where the site promises nothing. */
export function getReviewTimeText(days: number | undefined): string {
  if (!days) return '';
  return days === 1 ? ', usually within a day' : `, usually within ${days} days`;
}
