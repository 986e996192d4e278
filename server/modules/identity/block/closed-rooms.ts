import type { Stay } from '../../../realtime/watch-sockets';
import type { createBlockRepository } from './block-repository';

type Repository = Pick<ReturnType<typeof createBlockRepository>, 'listClosed' | 'listOwners'>;

/** Rooms whose name says whose they are, and rooms of conversations, whose owner is looked up. */
const presenceRoom = /^presence:([0-9a-f]{24})$/;
const conversationRoom = /^conversation-\w+-([0-9a-f]{24})$/;

/**
 * Finds who hears what a creator has closed to them. A room of nobody's is nobody's to close.
 *
 * @returns the stays that are over: four queries at most, for any number.
 */
export async function findEndedStays(repository: Repository, stays: readonly Stay[]): Promise<ReadonlySet<Stay>> {
  const conversationIds = stays.map(({ room }) => conversationRoom.exec(room)?.[1]).filter((id) => id !== undefined);
  const owners = new Map(
    conversationIds.length === 0
      ? []
      : (await repository.listOwners(conversationIds)).map(({ id, performerId }) => [id, performerId]),
  );
  const ownerOf = ({ room }: Stay): string | null =>
    presenceRoom.exec(room)?.[1] ?? owners.get(conversationRoom.exec(room)?.[1] ?? '') ?? null;
  const performerIds = [...new Set(stays.map(ownerOf))].filter((id) => id !== null);
  if (performerIds.length === 0) return new Set();
  const accountIds = [...new Set(stays.map(({ accountId }) => accountId))].filter((id) => id !== null);
  const { countries, blocks } = await repository.listClosed(performerIds, accountIds);
  const closedCountries = new Map(countries.map((row) => [row.id, row.countries]));
  const pairs = new Set(blocks.map(({ performerId, userId }) => `${performerId} ${userId}`));
  return new Set(
    stays.filter((stay) => {
      const owner = ownerOf(stay);
      if (owner === null || owner === stay.accountId) return false;
      const isCountryClosed = stay.country !== null && closedCountries.get(owner)?.includes(stay.country);
      return isCountryClosed === true || pairs.has(`${owner} ${stay.accountId}`);
    }),
  );
}
