import { studioNames, type StudioKindName } from '@/config/item-names';
import { fromContext } from '@/store/call-endpoint';

/** Where the browser is. */
export const pageNow = (): string => window.location.pathname;

/** Once something is stored, its list shows; unless its creator has gone on to another page `from` the one it was asked for on. */
export function* backToList(kind: StudioKindName, from: string): Generator {
  if (pageNow() === from) (yield* fromContext('navigate'))(studioNames[kind].own.list);
}
