import type { EndpointData } from '@contract/schemas';

type Show = EndpointData<'searchStreams'>['data'][number];

/**
 * Whether the viewer has a ticket to buy before anything is to be seen. Backends of the family say `hasPurchased` of a show that
 * is not free; ours says of each whether nothing is left to buy. Wire contract 3.19.
 */
export const needsTicket = ({ isFree, price, hasPurchased }: Show): boolean =>
  !isFree && (price ?? 0) > 0 && hasPurchased === false;
