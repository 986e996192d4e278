import type { StudioKindName } from '@/config/item-names';
import { getFormSummary } from '@/lib/form-error';
import { formatMoney } from '@/lib/format-money';
import type { ApiFailure } from '@/services/api-error';
import { selectHasExtension } from '@/store/backend';
import { listFiles, hasStalledUpload, isUploading, getPublicationTime, type Draft } from './draft';

/** Ids of the editor's controls: the summary of problems links to them. */
export const controlIds = {
  title: 'post-title',
  text: 'post-text',
  files: 'post-files',
  picture: 'post-picture',
  poll: 'post-poll',
  showAt: 'post-show',
  stock: 'post-stock',
  delivery: 'post-delivery',
  tags: 'post-tags',
  participants: 'post-participants',
  price: 'post-price',
  tagline: 'post-tagline',
  scheduleAt: 'post-time',
};
export type DraftField = keyof typeof controlIds;
export type DraftProblems = Partial<Record<DraftField, string>>;

export interface DraftRules {
  /** Limits of a price in major units; some backends have no minimum. */
  minPrice?: number | undefined;
  maxPrice: number;
  /** False if the backend would publish scheduled items immediately. */
  canWait: boolean;
  canHaveNoText: boolean;
  /** Whether the backend stores `tagline` and `alt`. */
  keepsDetails: boolean;
  canClear: boolean;
}

export const selectCanWait = (kind: StudioKindName) =>
  selectHasExtension(kind === 'feed' || kind === 'video' ? 'schedule' : 'assetSchedule');

const FIELD_BY_WIRE_NAME: Record<string, DraftField> = {
  title: 'title',
  name: 'title',
  text: 'text',
  description: 'text',
  tagline: 'tagline',
  price: 'price',
  isSale: 'price',
  stock: 'stock',
  stockSeen: 'stock',
  shippingPrice: 'delivery',
  shipsTo: 'delivery',
  packDays: 'delivery',
  deliverDays: 'delivery',
  downloadLimit: 'delivery',
  downloadDays: 'delivery',
  tags: 'tags',
  participantIds: 'participants',
  image: 'picture',
  imageId: 'picture',
  digitalFile: 'files',
  digitalFileId: 'files',
  fileAlts: 'files',
  thumbnailId: 'files',
  fileIds: 'files',
  fileId: 'files',
  video: 'files',
  teaser: 'files',
  teaserId: 'files',
  thumbnail: 'files',
  pollIds: 'poll',
  pollDescription: 'poll',
  pollExpiredAt: 'poll',
  streamingScheduled: 'showAt',
  scheduleAt: 'scheduleAt',
  scheduledAt: 'scheduleAt',
};

const FIELD_BY_ERROR_CODE: Record<string, DraftField> = {
  PRICE_OUT_OF_BOUNDS: 'price',
  INVALID_OR_MISSING_FILE: 'files',
  INVALID_IMAGE: 'files',
  NO_FILE: 'files',
};

const STILL_UPLOADING_TEXT = 'Wait until the files have uploaded.';

export const isOnlyUploading = (problems: DraftProblems): boolean =>
  problems.files === STILL_UPLOADING_TEXT && Object.keys(problems).length === 1;

export function getPriceProblem(
  { audience, price }: Draft,
  { minPrice = 0, maxPrice }: Pick<DraftRules, 'minPrice' | 'maxPrice'>,
): string | undefined {
  if (audience !== 'sale') return undefined;
  if (!(Number(price) > 0)) return 'Set a price.';
  if (Number(price) < minPrice) return `The lowest price is ${formatMoney(minPrice)}.`;
  return Number(price) > maxPrice ? `The highest price is ${formatMoney(maxPrice)}.` : undefined;
}

export function getCommonProblems(draft: Draft, { canWait, ...rules }: DraftRules): DraftProblems {
  const wrongPrice = getPriceProblem(draft, rules);
  const problems: DraftProblems = wrongPrice ? { price: wrongPrice } : {};
  if (isUploading(draft)) problems.files = STILL_UPLOADING_TEXT;
  if (hasStalledUpload(draft)) problems.files = 'Continue the upload that stopped, or remove the file.';
  if (listFiles(draft).some(({ upload }) => upload.step === 'failed'))
    problems.files = 'Remove the file that failed, or try it again.';
  if (draft.isLater && !canWait) problems.scheduleAt = 'This site publishes at once. Choose Now.';
  else if (draft.isLater && !(getPublicationTime(draft).getTime() > Date.now()))
    problems.scheduleAt = 'Choose a time in the future.';
  return problems;
}

/** Maps the server's errors to fields of the editor; `other` is one sentence about all other errors. */
export function getFieldErrors(failure: ApiFailure | null): { fields: DraftProblems; other?: string } {
  if (!failure) return { fields: {} };
  const byCode = failure.code ? FIELD_BY_ERROR_CODE[failure.code] : undefined;
  if (byCode) return { fields: { [byCode]: failure.message } };
  const fields: DraftProblems = {};
  const known: string[] = [];
  for (const line of failure.issues ?? []) {
    const [, wire = '', reason] = /^(\w+)[^:]*: (.+)$/s.exec(line) ?? [];
    const field = FIELD_BY_WIRE_NAME[wire];
    if (!field || !reason) continue;
    known.push(line.slice(0, line.indexOf(': ')));
    fields[field] ??= reason;
  }
  // In `This post needs: price.`, `price` is the API's name of the field.
  const needed = failure.code === 'MISSING_REQUIRED_PROPS' ? /: (\w+)/.exec(failure.message)?.[1] : undefined;
  const neededField = needed ? FIELD_BY_WIRE_NAME[needed] : undefined;
  if (neededField) return { fields: { [neededField]: 'This field is required.' } };
  const other = getFormSummary(failure, known);
  return { fields, ...(other && { other }) };
}
