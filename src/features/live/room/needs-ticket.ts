import type { EndpointData } from '@contract/schemas';

type Show = EndpointData<'searchStreams'>['data'][number];

/** Compatible backends send `hasPurchased` only for paid shows, our own for all. Wire contract 3.19. */
export const needsTicket = ({ isFree, price, hasPurchased }: Show): boolean =>
  !isFree && (price ?? 0) > 0 && hasPurchased === false;
