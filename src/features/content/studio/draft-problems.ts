import type { ApiFailure } from '@/services/api-error';
import { formSummary } from '@/lib/form-error';

/** Parts of the composer that can be wrong. */
export type DraftField = 'title' | 'text' | 'files' | 'poll' | 'price' | 'tagline' | 'scheduleAt';
export type DraftProblems = Partial<Record<DraftField, string>>;

/** Ids of the composer's controls, for the ways from the summary of problems to them. */
export const controlIds: Record<DraftField, string> = {
  title: 'post-title',
  text: 'post-text',
  files: 'post-files',
  poll: 'post-poll',
  price: 'post-price',
  tagline: 'post-tagline',
  scheduleAt: 'post-time',
};

/** What the site allows of a post. */
export interface DraftRules {
  /** The highest price, in major units. */
  maxPrice: number;
  /** Posts may wait for their day: a backend that cannot would publish them at once. */
  canWait: boolean;
  /** A post with files needs no words. */
  mayBeWordless: boolean;
  /** A line says what a locked post holds. */
  keepsDetails: boolean;
}

/** Which part of the composer a field of the API is. */
const fieldOfWire: Record<string, DraftField> = {
  title: 'title',
  text: 'text',
  tagline: 'tagline',
  price: 'price',
  isSale: 'price',
  fileIds: 'files',
  fileAlts: 'files',
  thumbnailId: 'files',
  teaserId: 'files',
  pollIds: 'poll',
  pollDescription: 'poll',
  pollExpiredAt: 'poll',
  scheduleAt: 'scheduleAt',
};

const fieldOfCode: Record<string, DraftField> = {
  PRICE_OUT_OF_BOUNDS: 'price',
  INVALID_OR_MISSING_FILE: 'files',
};

/** What the server refused, by the part of the composer it is about; the rest as one sentence. */
export function refusalsOf(failure: ApiFailure | null): { fields: DraftProblems; other?: string } {
  if (!failure) return { fields: {} };
  const byCode = failure.code ? fieldOfCode[failure.code] : undefined;
  if (byCode) return { fields: { [byCode]: failure.message } };
  const fields: DraftProblems = {};
  const known: string[] = [];
  for (const line of failure.issues ?? []) {
    const [, wire = '', reason] = /^(\w+)[^:]*: (.+)$/s.exec(line) ?? [];
    const field = fieldOfWire[wire];
    if (!field || !reason) continue;
    known.push(line.slice(0, line.indexOf(': ')));
    fields[field] ??= reason;
  }
  // `This post needs: price.` names its field in words.
  const needed = failure.code === 'MISSING_REQUIRED_PROPS' ? /: (\w+)/.exec(failure.message)?.[1] : undefined;
  const neededField = needed ? fieldOfWire[needed] : undefined;
  if (neededField) return { fields: { [neededField]: 'This field is required.' } };
  const other = formSummary(failure, known);
  return { fields, ...(other && { other }) };
}
