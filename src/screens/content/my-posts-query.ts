import type { ParsedUrlQuery } from 'node:querystring';
import { postsPerPage, type PostQuery } from '@/features/content/studio/studio-slice';
import { readWords } from '@/lib/read-words';

export const postKinds = [
  { value: '', label: 'All kinds' },
  { value: 'text', label: 'Text' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
] as { value: PostKind; label: string }[];

export const postStates = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'draft', label: 'Drafts' },
  { value: 'hidden', label: 'Hidden' },
] as { value: MyPostsQuery['state']; label: string }[];

type PostKind = '' | 'text' | 'photo' | 'video' | 'audio';

export interface MyPostsQuery {
  state: '' | 'published' | 'scheduled' | 'draft' | 'hidden';
  kind: PostKind;
  q: string;
  /** From 1. */
  page: number;
}

export function readMyPostsQuery(query: ParsedUrlQuery): MyPostsQuery {
  return {
    state: postStates.find((state) => state.value === query['state'])?.value ?? '',
    kind: postKinds.find((kind) => kind.value === query['kind'])?.value ?? '',
    q: readWords(query['q']),
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
  };
}

export function writeMyPostsQuery({ state, kind, q, page }: MyPostsQuery): Record<string, string> {
  return {
    ...(state && { state }),
    ...(kind && { kind }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** What goes out next stands first among the scheduled posts; everywhere else what was changed last. */
export function toPostQuery({ state, kind, q, page }: MyPostsQuery): PostQuery {
  return {
    offset: (page - 1) * postsPerPage,
    ...(state && { state }),
    ...(state === 'scheduled' && { sortBy: 'scheduleAt', sort: 'asc' as const }),
    ...(kind && { type: kind }),
    ...(q && { q }),
  };
}
