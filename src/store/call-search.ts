import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName, UnreadInput } from '@contract/schemas';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { callEndpoint } from './call-endpoint';

interface AnyPage {
  data: unknown[];
  total?: number;
}

/** Calls whose reply is a page of a list. */
type PageName = { [N in EndpointName]: EndpointData<N> extends AnyPage ? N : never }[EndpointName];

/** A page; what a reply has besides is absent where nothing was asked. */
type FoundPage<N extends PageName> =
  EndpointData<N> extends infer Page ? Pick<Page, Extract<keyof Page, keyof AnyPage>> & Partial<Page> : never;

/**
 * Calls a list that may be searched. A search for signs only, such as "🎉", finds nothing and is not sent: backends leave signs
 * out of a search, and what is left would be the whole list. Names that are made of signs only are found by their username.
 */
export function* callSearch<N extends PageName>(
  route: Route & { name: N },
  input: UnreadInput<N>,
): Generator<unknown, FoundPage<N>> {
  const { q, name } = (input.query ?? {}) as { q?: string; name?: string };
  const nothing: unknown = { data: [], total: 0 } satisfies AnyPage;
  if (hasOnlyPunctuation(q ?? name)) return nothing as FoundPage<N>;
  return (yield* callEndpoint(route, input as EndpointInput<N>)) as FoundPage<N>;
}
