import { consolePaths } from '@/config/console-paths';
import { found, type Found } from '@/features/operations/find/find-feature';
import { readText, type Loading } from './console-query';

/** In the URL: `?q=zoe@example.org`. */
export const readWords = ({ query }: Loading): string => readText(query['q']).trim().slice(0, 200);

export const loadFound = (loading: Loading) => {
  const words = readWords(loading);
  return words === '' ? [] : [found.requested(words)];
};

const pathOf: Record<Found['kind'], (id: string) => string> = {
  person: consolePaths.person,
  order: consolePaths.order,
  payment: consolePaths.payment,
};

export const getFoundHref = ({ kind, _id }: Found): string => pathOf[kind](_id);

/** The page to open at once: the only one that was meant exactly. */
export function findOnlyExact(rows: readonly Found[]): Found | undefined {
  const exact = rows.filter(({ isExact }) => isExact);
  return exact.length === 1 ? exact[0] : undefined;
}
