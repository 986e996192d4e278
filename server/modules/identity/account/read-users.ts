import type { z } from 'zod';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { UserMe } from '@contract/identity/people-schemas';
import { type Actor, assertAllowed, isPerformer, may } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import { presentOwnState, type PeopleService, type UserView } from '../people/people-service';
import type { createAccountRepository } from './account-repository';

interface ReadUsersDeps extends Pick<ServerContext, 'db'> {
  people: Pick<PeopleService, 'find' | 'views'>;
  repository: Pick<ReturnType<typeof createAccountRepository>, 'searchUserIds'>;
}

/** @throws AppError FORBIDDEN; ENTITY_NOT_FOUND, also for creators */
export async function readUserMe(
  { db, people }: ReadUsersDeps,
  id: string,
  viewer: Actor,
): Promise<z.input<typeof UserMe>> {
  assertAllowed(canReadUserMe(viewer, id));
  const [person, views, balances] = await Promise.all([
    people.find(id),
    people.views([id], viewer),
    readPersonBalances(db, id),
  ]);
  const { account } = requireFound(person);
  if (account.kind !== 'user') throw new AppError('ENTITY_NOT_FOUND');
  return {
    ...(requireFound(views.get(id)) as UserView),
    ...presentOwnState(account, balances),
    status: account.status,
    gender: account.gender,
    roles: account.roles,
    isAgeDeclared: account.ageDeclaredAt !== null,
  };
}

/** @throws AppError FORBIDDEN */
export async function searchUsers(
  { people, repository }: ReadUsersDeps,
  actor: Actor,
  query: EndpointPart<'searchUsers', 'query'>,
): Promise<EndpointReply<'searchUsers'>> {
  assertAllowed(isPerformer(actor));
  const { ids, total } = await repository.searchUserIds(query, actor.id);
  const views = await people.views(ids, actor);
  return {
    data: ids.map((id) => views.get(id) as UserView | undefined).filter((view) => view !== undefined),
    total,
  };
}

/** @throws AppError ENTITY_NOT_FOUND for inactive fans and creators */
export async function getUser({ people }: ReadUsersDeps, actor: Actor, id: string): Promise<UserView> {
  const { account } = requireFound(await people.find(id));
  if (account.kind !== 'user' || account.status !== 'active') throw new AppError('ENTITY_NOT_FOUND');
  return requireFound((await people.views([id], actor)).get(id)) as UserView;
}

/** Whether the actor can see email, wallet and legal name, which are private. */
const canReadUserMe = (actor: Actor, userId: string): boolean => actor.id === userId || may(actor, 'readPeople');
