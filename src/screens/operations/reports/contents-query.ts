import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import {
  consoleContent,
  consoleContents,
  CONTENT_PER_PAGE,
  type ContentLine,
} from '@/features/operations/report/content-feature';
import { isRemovable, targetOptions } from '@/features/operations/report/report-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readPage } from '../../site/page-query';
import { readOption, readText, type Loading } from '../console-query';

type State = 'all' | 'published' | 'removed';
type Kind = Exclude<ContentLine['kind'], 'comment'>;

export const contentTabs: { value: State; label: string; empty: string }[] = [
  { value: 'all', label: 'All', empty: 'Nothing was uploaded yet.' },
  { value: 'published', label: 'Published', empty: 'Nothing is published yet.' },
  { value: 'removed', label: 'Removed', empty: 'Nothing is removed.' },
];

export const kindOptions: { value: Kind; label: string }[] = [
  ...targetOptions.filter(
    (option): option is { value: Exclude<Kind, 'photo'>; label: string } =>
      isRemovable(option.value) && option.value !== 'comment',
  ),
  { value: 'photo', label: 'Photos' },
];

/** In the URL: `?status=removed&kind=video&q=sea&page=2`. */
export interface ContentFilter {
  status: State;
  kind: Kind | null;
  q: string;
}

export const readContentFilter = ({ status, kind, q }: ParsedUrlQuery): ContentFilter => ({
  status: readOption(status, contentTabs) ?? 'all',
  kind: readOption(kind, kindOptions),
  q: readText(q),
});

export const contentsHref = ({ status, ...filter }: ContentFilter, page = 1): string =>
  withQuery(consolePaths.content, { status: status === 'all' ? null : status, ...filter, page });

export function loadContents({ query }: Loading) {
  const { status, kind, q } = readContentFilter(query);
  const offset = (readPage(query) - 1) * CONTENT_PER_PAGE;
  const filter = omitEmpty({ state: status === 'all' ? undefined : status, kind: kind ?? undefined, q });
  return [consoleContents.requested({ ...filter, offset })];
}

export function loadContent({ query }: Loading) {
  const kind = readText(query['kind']);
  return isRemovable(kind) ? [consoleContent.requested({ kind, id: readText(query['id']) })] : [];
}
