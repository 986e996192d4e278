import { findRoutes } from '@contract/operations/find-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';

export type Found = EndpointData<'findInConsole'>[number];

declare module '@/store/state' {
  interface StoreState {
    found: LoadedData<Found[], string>;
  }
}

/** Results of the console's search, by its text. */
export const found = createLoadedData<Found[], string>({
  name: 'found',
  select: (state) => state.found,
  load: (text) => callEndpoint(findRoutes.findInConsole, { query: { text } }),
});

export const findFeature: Feature = { name: 'found', reducer: found.reducer, saga: found.saga };
