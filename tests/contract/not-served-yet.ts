import type { EndpointName } from '@contract/schemas';

/** Calls that are declared and that the reference API does not serve yet. This list only shrinks. */
export const notServedYet: ReadonlySet<EndpointName> = new Set<EndpointName>([
  // shows
]); // prettier-ignore
