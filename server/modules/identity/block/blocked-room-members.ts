import type { RoomMembership } from '../../../realtime/watch-sockets';
import type { createBlockRepository } from './block-repository';

type BlockReads = Pick<ReturnType<typeof createBlockRepository>, 'listClosed' | 'listOwners'>;

const presenceRoom = /^presence:([0-9a-f]{24})$/;
const conversationRoom = /^conversation-\w+-([0-9a-f]{24})$/;

/** Uses at most three queries, for any number of members. */
export async function findBlockedMembers(
  repository: BlockReads,
  members: readonly RoomMembership[],
): Promise<ReadonlySet<RoomMembership>> {
  const owners = await readOwners(repository, members);
  const performerIds = [...new Set(owners.values())];
  if (performerIds.length === 0) return new Set();
  const accountIds = [...new Set(members.map(({ accountId }) => accountId))].filter((id) => id !== null);
  const { countries, blocks } = await repository.listClosed(performerIds, accountIds);
  const closedCountries = new Map(countries.map((row) => [row.id, row.countries]));
  const blockedPairs = new Set(blocks.map(({ performerId, userId }) => `${performerId} ${userId}`));
  return new Set(
    members.filter((member) => {
      const owner = owners.get(member.room);
      if (owner === undefined || owner === member.accountId) return false;
      const isCountryClosed = member.country !== null && closedCountries.get(owner)?.includes(member.country);
      return isCountryClosed === true || blockedPairs.has(`${owner} ${member.accountId}`);
    }),
  );
}

async function readOwners(
  repository: BlockReads,
  members: readonly RoomMembership[],
): Promise<ReadonlyMap<string, string>> {
  const rooms = [...new Set(members.map(({ room }) => room))];
  const conversationIds = rooms.map((room) => conversationRoom.exec(room)?.[1]).filter((id) => id !== undefined);
  const rows = conversationIds.length === 0 ? [] : await repository.listOwners(conversationIds);
  const performerOfConversation = new Map(rows.map(({ id, performerId }) => [id, performerId]));
  const owners = new Map<string, string>();
  for (const room of rooms) {
    const owner =
      presenceRoom.exec(room)?.[1] ?? performerOfConversation.get(conversationRoom.exec(room)?.[1] ?? '') ?? null;
    if (owner !== null) owners.set(room, owner);
  }
  return owners;
}
