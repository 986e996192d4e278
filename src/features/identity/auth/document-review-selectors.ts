import type { CurrentUser } from './session-slice';

type Creator = Extract<CurrentUser, { isPerformer: true }>;

export interface DocumentReview {
  state: 'missing' | 'waiting' | 'rejected' | 'approved';
  /** When the later of the two documents was sent; absent if the backend does not say. */
  since?: string;
  reason?: string;
}

/** Compatible backends only say whether the account is approved. */
export function getDocumentReview(user: Creator): DocumentReview {
  if (user.verifiedDocument) return { state: 'approved' };
  const papers = [
    { paper: user.idVerification, id: user.idVerificationId },
    { paper: user.documentVerification, id: user.documentVerificationId },
  ];
  const refused = papers.find(({ paper }) => paper?.status === 'rejected')?.paper;
  if (refused) return { state: 'rejected', ...(refused.reason && { reason: refused.reason }) };
  // A backend that sends no documents still has them, because sign-up requires both.
  if (papers.some(({ paper, id }) => !paper && !id && paper !== undefined)) return { state: 'missing' };
  const since = papers
    .flatMap(({ paper }) => paper?.sentAt ?? [])
    .toSorted()
    .at(-1);
  return { state: 'waiting', ...(since && { since }) };
}

/** The end of a sentence; empty if the site promises no time. */
export function getReviewTimeText(days: number | undefined): string {
  if (!days) return '';
  return days === 1 ? ', usually within a day' : `, usually within ${days} days`;
}
