import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName, UncheckedInput } from '@contract/schemas';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { callEndpoint } from './call-endpoint';

interface AnyPage {
  data: unknown[];
  total?: number;
}

type PageName = { [N in EndpointName]: EndpointData<N> extends AnyPage ? N : never }[EndpointName];

/** A page of results. Without a request, it has only `data` and `total`. */
type FoundPage<N extends PageName> =
  EndpointData<N> extends infer Page ? Pick<Page, Extract<keyof Page, keyof AnyPage>> & Partial<Page> : never;

/**
 * A search for punctuation or symbols only, such as "🎉", finds nothing and is not sent: backends ignore symbols, so they would
 * return the whole list. An account whose name has only symbols can be found by its username.
 */
export function* callSearch<N extends PageName>(
  route: Route & { name: N },
  input: UncheckedInput<N>,
): Generator<unknown, FoundPage<N>> {
  const { q, name } = (input.query ?? {}) as { q?: string; name?: string };
  const nothing: unknown = { data: [], total: 0 } satisfies AnyPage;
  if (hasOnlyPunctuation(q ?? name)) return nothing as FoundPage<N>;
  return (yield* callEndpoint(route, input as EndpointInput<N>)) as FoundPage<N>;
}
