import type { ApiFailure } from '@/services/api-error';
import { formSummary } from '@/lib/form-error';
import { formatMoney } from '@/lib/format-money';
import { fileSlots, isUploading, type Draft } from './draft';

/** Parts of the composer that can be wrong. */
export type DraftField = 'title' | 'text' | 'files' | 'poll' | 'price' | 'tagline' | 'scheduleAt';
export type DraftProblems = Partial<Record<DraftField, string>>;

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

/** Why a draft cannot be stored yet, by field; empty when it can. */
export function problemsOf(
  draft: Draft,
  { maxPrice, canWait, mayBeWordless, keepsDetails }: DraftRules,
): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.text.trim() === '' && !mayBeWordless) problems.text = 'Write a few words.';
  else if (draft.text.trim() === '' && draft.files.length === 0) problems.text = 'Write something, or add a file.';
  const price = Number(draft.price);
  if (draft.audience === 'sale' && !(price > 0)) problems.price = 'Set a price.';
  else if (draft.audience === 'sale' && price > maxPrice)
    problems.price = `The highest price is ${formatMoney(maxPrice)}.`;
  // Nobody should have to buy what they are not told of.
  if (keepsDetails && draft.audience === 'sale' && draft.tagline.trim() === '')
    problems.tagline = 'Say what buyers will get.';
  const all = fileSlots.flatMap((slot) => draft[slot]);
  if (isUploading(draft)) problems.files = 'Wait until the files have uploaded.';
  if (all.some((file) => file.status === 'failed')) problems.files = 'Remove the file that failed, or try it again.';
  if (draft.audience === 'sale' && draft.files.length === 0) problems.files = 'Add at least one file to sell.';
  if (draft.poll) {
    const filled = draft.poll.options.filter((option) => option.text.trim() !== '');
    if (draft.poll.question.trim() === '' || filled.length < 2)
      problems.poll = 'A poll needs a question and two answers.';
  }
  if (draft.isLater && !canWait) problems.scheduleAt = 'This site publishes at once. Choose Now.';
  else if (draft.isLater && !(new Date(draft.scheduleAt).getTime() > Date.now()))
    problems.scheduleAt = 'Choose a time in the future.';
  return problems;
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
