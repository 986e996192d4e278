import { limits } from '@contract/limits';
import type { EndpointData, EndpointInput } from '@contract/schemas';

export type OwnFeed = EndpointData<'getPerformerFeed'>;
export type FileKind = 'photo' | 'video' | 'audio';

/** A file of a post: on its way up, being prepared, ready, or refused. */
export interface DraftFile {
  localId: string;
  kind: FileKind;
  name: string;
  size: number;
  status: 'uploading' | 'processing' | 'ready' | 'failed';
  /** 0..1 */
  progress: number;
  fileId: string | null;
  previewUrl: string | null;
  alt: string;
  error: string | null;
}

/** Files stand in three places: the post's own, the picture everybody sees, the short film everybody sees. */
export type FileSlot = 'files' | 'thumbnail' | 'teaser';

export type Audience = 'subscribers' | 'sale' | 'free' | 'everyone' | 'draft';

/** A post while it is being written. Everything as typed. */
export interface Draft {
  /** Set once it is stored. */
  id: string | null;
  title: string;
  text: string;
  /** What is inside, shown on the locked card. */
  tagline: string;
  audience: Audience;
  price: string;
  files: DraftFile[];
  thumbnail: DraftFile[];
  teaser: DraftFile[];
  poll: { question: string; options: { id: string | null; text: string }[]; days: number } | null;
  /** `2026-11-21T18:00`, in the writer's own zone; empty publishes at once. */
  scheduleAt: string;
}

export const emptyDraft: Draft = {
  id: null,
  title: '',
  text: '',
  tagline: '',
  audience: 'subscribers',
  price: '',
  files: [],
  thumbnail: [],
  teaser: [],
  poll: null,
  scheduleAt: '',
};

/** What a draft may contain next: one kind of file in a post, several only of pictures. */
export function canAddFile(draft: Draft, kind: FileKind): boolean {
  const [first] = draft.files;
  if (!first) return true;
  return first.kind === 'photo' && kind === 'photo' && draft.files.length < limits.feedFiles;
}

/** Why a draft cannot be published yet, by field; empty when it can. */
export function problemsOf(
  draft: Draft,
  maxPrice: number,
): Partial<Record<'text' | 'price' | 'files' | 'poll' | 'scheduleAt', string>> {
  const problems: ReturnType<typeof problemsOf> = {};
  if (draft.text.trim() === '' && draft.files.length === 0) problems.text = 'Write something, or add a file.';
  const price = Number(draft.price);
  if (draft.audience === 'sale' && !(price > 0)) problems.price = 'Say what it costs.';
  else if (draft.audience === 'sale' && price > maxPrice)
    problems.price = `The highest price is $${maxPrice.toFixed(2)}.`;
  const all = [...draft.files, ...draft.thumbnail, ...draft.teaser];
  if (all.some((file) => file.status === 'uploading')) problems.files = 'Wait until the files are up.';
  if (all.some((file) => file.status === 'failed')) problems.files = 'Take out the file that failed, or try it again.';
  if (draft.audience === 'sale' && draft.files.length === 0) problems.files = 'Add what is for sale.';
  if (draft.poll) {
    const filled = draft.poll.options.filter((option) => option.text.trim() !== '');
    if (draft.poll.question.trim() === '' || filled.length < 2)
      problems.poll = 'A poll needs a question and two answers.';
  }
  if (draft.scheduleAt && new Date(draft.scheduleAt).getTime() <= Date.now())
    problems.scheduleAt = 'Choose a time that is still ahead.';
  return problems;
}

/** The post as the API takes it. @param pollIds of the stored answers. */
export function toFeedBody(draft: Draft, pollIds: string[]): NonNullable<EndpointInput<'createFeed'>['body']> {
  const idOf = (files: DraftFile[]) => files[0]?.fileId ?? null;
  const isSale = draft.audience === 'sale';
  const scheduled = draft.scheduleAt ? new Date(draft.scheduleAt).toISOString() : null;
  return {
    type: draft.files[0]?.kind ?? 'text',
    title: draft.title.trim(),
    text: draft.text.trim(),
    tagline: draft.tagline.trim(),
    fileIds: draft.files.flatMap((file) => file.fileId ?? []),
    fileAlts: draft.files.flatMap((file) => (file.fileId ? [{ fileId: file.fileId, alt: file.alt }] : [])),
    thumbnailId: idOf(draft.thumbnail),
    teaserId: idOf(draft.teaser),
    // Open to everybody is for sale at nothing. Wire contract 3.3.
    isSale: isSale || draft.audience === 'everyone',
    isFree: draft.audience === 'free',
    price: isSale ? Number(draft.price) : 0,
    status: draft.audience === 'draft' ? 'inactive' : 'active',
    isSchedule: scheduled !== null,
    scheduleAt: scheduled,
    pollIds,
    pollDescription: draft.poll?.question.trim() ?? '',
    pollExpiredAt: draft.poll ? new Date(Date.now() + draft.poll.days * 86_400_000).toISOString() : null,
  };
}

/** Who may see a stored post. */
function audienceOf({ status, isSale, price, isFree, isSchedule }: OwnFeed): Audience {
  if (status !== 'active' && !isSchedule) return 'draft';
  if (isSale) return price ? 'sale' : 'everyone';
  return isFree ? 'free' : 'subscribers';
}

/** A stored post, to be changed. */
export function toDraft(feed: OwnFeed): Draft {
  const toFile = (file: OwnFeed['files'][number]): DraftFile => ({
    localId: file._id,
    kind: file.type.endsWith('video') ? 'video' : file.type.endsWith('audio') ? 'audio' : 'photo',
    name: file.name ?? 'File',
    size: file.size ?? 0,
    status: file.status === 'processing' ? 'processing' : file.status === 'error' ? 'failed' : 'ready',
    progress: 1,
    fileId: file._id,
    previewUrl: file.thumbnails?.[0] ?? null,
    alt: file.alt ?? '',
    error: file.status === 'error' ? 'This file could not be read.' : null,
  });
  const hasPoll = feed.polls.length > 0;
  return {
    id: feed._id,
    title: feed.title ?? '',
    text: feed.text,
    tagline: feed.tagline ?? '',
    audience: audienceOf(feed),
    price: feed.isSale && feed.price ? String(feed.price) : '',
    files: feed.files.map(toFile),
    thumbnail: feed.thumbnail ? [toFile(feed.thumbnail)] : [],
    teaser: feed.teaser ? [toFile(feed.teaser)] : [],
    poll: hasPoll
      ? {
          question: feed.pollDescription ?? '',
          options: feed.polls.map((option) => ({ id: option._id, text: option.description })),
          days: Math.max(
            1,
            Math.ceil((new Date(feed.pollExpiredAt ?? Date.now()).getTime() - Date.now()) / 86_400_000),
          ),
        }
      : null,
    scheduleAt: '',
  };
}
