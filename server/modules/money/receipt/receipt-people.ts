import type { PeopleService } from '../../identity/people/people-service';

export interface ReceiptPeopleDeps {
  people: Pick<PeopleService, 'findMany'>;
}

/** `creator` is null for payments to the platform. */
export async function readReceiptPeople(
  { people }: ReceiptPeopleDeps,
  { userId, performerId }: { userId: string; performerId: string | null },
) {
  const rows = await people.findMany([userId, ...(performerId === null ? [] : [performerId])]);
  const find = (id: string | null) => rows.find(({ account }) => account.id === id) ?? null;
  return { payer: find(userId)?.account ?? null, creator: performerId === null ? null : find(performerId) };
}

export const getPersonName = (person: { account: { name: string; username: string | null } } | null): string =>
  person?.account.name || person?.account.username || 'Someone';
