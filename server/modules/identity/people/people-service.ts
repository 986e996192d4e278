import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { firstOrNull } from '../../../db/query-helpers';
import type { SettingsService } from '../../site/settings/settings-service';
import { createPeopleRepository, type PersonRow, type ShownPerson } from './people-repository';
import {
  presentCard,
  presentPerformer,
  presentUser,
  type CardView,
  type PersonView,
  type PublicUrl,
  type ViewContext,
} from './people-presenter';

export { presentOwnState } from './people-presenter';
export type { PerformerRow, PersonRow } from './people-repository';
export type { CardView, PerformerView, PersonView, UserView } from './people-presenter';
export type PeopleService = ReturnType<typeof createPeopleService>;

/** Views of people for every other area: the same person looks the same wherever they appear. */
export function createPeopleService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { publicUrl, settings }: { publicUrl: PublicUrl; settings: SettingsService },
) {
  const repository = createPeopleRepository(db);

  async function readContext(viewer: Actor | null, rows: readonly ShownPerson[]): Promise<ViewContext> {
    const ids = rows.map((row) => row.account.id);
    const [{ links, counts }, { freeSubscriptionEnabled }] = await Promise.all([
      ids.length > 0 ? repository.readRelations(viewer?.id ?? '', ids, clock.now()) : noRelations,
      settings.read(),
    ]);
    return { publicUrl, links, counts, isTrialEnabled: freeSubscriptionEnabled };
  }

  /** Those whom the viewer may know of: of a creator who was never approved only they themselves and administrators do. */
  const keepKnown = (rows: readonly ShownPerson[], viewer: Actor | null) =>
    rows.filter((row) => viewer?.isAdmin || viewer?.id === row.account.id || !isUnseen(row));

  async function present(rows: readonly ShownPerson[], viewer: Actor | null): Promise<Map<string, PersonView>> {
    const context = await readContext(viewer, rows);
    return new Map(
      rows.map((row) => [row.account.id, row.performer ? presentPerformer(row, context) : presentUser(row, context)]),
    );
  }

  const service = {
    /** Raw rows by account id or username; null when there is none. Says nothing about who may see it. */
    findByKey: (idOrUsername: string, tx?: Executor): Promise<PersonRow | null> =>
      repository.findByKey(idOrUsername, tx),

    /** Raw rows by account id; null when there is none. */
    find: (id: string, tx?: Executor): Promise<PersonRow | null> => firstOrNull(repository.listByIds([id], tx)),

    /** Raw rows of many accounts in one query, in no order; unknown ids are absent. */
    findMany: (ids: readonly string[], tx?: Executor): Promise<PersonRow[]> => repository.listByIds(ids, tx),

    /**
     * `User.public` or `Performer.public` by account id, as `viewer` sees them: two queries for any number.
     *
     * @param ids in any order, repeats allowed; unknown ones, and creators who were never approved, are absent from the map.
     */
    async views(ids: readonly string[], viewer: Actor | null): Promise<Map<string, PersonView>> {
      return service.getViews(await repository.listShown(ids), viewer);
    },

    /** The same as a guest sees them, for what the viewer was let to already: it does not ask whether they are approved. */
    publicViews: async (ids: readonly string[]): Promise<Map<string, PersonView>> =>
      present(await repository.listShown(ids), null),

    /** The same of rows that were read already. At most one query. */
    getViews: (rows: readonly ShownPerson[], viewer: Actor | null): Promise<Map<string, PersonView>> =>
      present(keepKnown(rows, viewer), viewer),

    /**
     * Stops a creator who was never approved from leaving their name where others read it.
     *
     * @throws AppError DOCUMENTS_NOT_APPROVED
     */
    async assertCanAppear(actor: Actor): Promise<void> {
      if (actor.kind !== 'performer') return;
      const row = await service.find(actor.id);
      assertAllowed(row !== null && !isUnseen(row), 'DOCUMENTS_NOT_APPROVED');
    },

    /** `Performer.search` by account id; users and unknown ids are absent. Two queries. */
    async cards(ids: readonly string[], viewer: Actor | null): Promise<Map<string, CardView>> {
      const rows = keepKnown(await repository.listShown(ids), viewer).filter((row) => row.performer);
      const context = await readContext(viewer, rows);
      return new Map(rows.map((row) => [row.account.id, presentCard(row, context)]));
    },
  };
  return service;
}

/** Whether this is a creator whom no operator has let in yet. Who lost the approval stays a name that people know. */
const isUnseen = ({ performer }: ShownPerson): boolean =>
  performer !== null && !performer.verifiedDocument && !performer.verifiedAccount;

const noRelations = {
  links: {
    followed: new Set<string>(),
    subscribed: new Set<string>(),
    usedFreeTrial: new Set<string>(),
    blocking: new Set<string>(),
  },
  counts: { subscribers: new Map<string, number>(), subscriptions: new Map<string, number>() },
};
