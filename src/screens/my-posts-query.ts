import type { ParsedUrlQuery } from 'node:querystring';
import { postsPerPage, type PostQuery } from '@/features/studio/studio-slice';

export const postKinds = [
  { value: '', label: 'All' },
  { value: 'text', label: 'Text' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
] as { value: PostKind; label: string }[];

type PostKind = '' | 'text' | 'photo' | 'video' | 'audio';

export interface MyPostsQuery {
  kind: PostKind;
  q: string;
  /** From 1. */
  page: number;
}

export function readMyPostsQuery(query: ParsedUrlQuery): MyPostsQuery {
  return {
    kind: postKinds.find((kind) => kind.value === query['kind'])?.value ?? '',
    q: typeof query['q'] === 'string' ? query['q'] : '',
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
  };
}

export function writeMyPostsQuery({ kind, q, page }: MyPostsQuery): Record<string, string> {
  return { ...(kind && { kind }), ...(q && { q }), ...(page > 1 && { page: String(page) }) };
}

export function toPostQuery({ kind, q, page }: MyPostsQuery): PostQuery {
  return { offset: (page - 1) * postsPerPage, ...(kind && { type: kind }), ...(q && { q }) };
}
