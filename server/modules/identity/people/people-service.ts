import { type Actor, assertAllowed, may } from '../../../access';
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

/** Views of accounts, used by all domains, so that an account looks the same everywhere. */
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

  /** Omits creators who were never approved, except for themselves and administrators. */
  const omitNeverApproved = (rows: readonly ShownPerson[], viewer: Actor | null) =>
    rows.filter((row) => may(viewer, 'readPeople') || viewer?.id === row.account.id || !wasNeverApproved(row));

  async function present(rows: readonly ShownPerson[], viewer: Actor | null): Promise<Map<string, PersonView>> {
    const context = await readContext(viewer, rows);
    return new Map(
      rows.map((row) => [row.account.id, row.performer ? presentPerformer(row, context) : presentUser(row, context)]),
    );
  }

  const service = {
    /** Does not check whether the viewer may see the account. */
    findByKey: (idOrUsername: string, tx?: Executor): Promise<PersonRow | null> =>
      repository.findByKey(idOrUsername, tx),

    find: (id: string, tx?: Executor): Promise<PersonRow | null> => firstOrNull(repository.listByIds([id], tx)),

    /** In no particular order; omits unknown ids. One query. */
    findMany: (ids: readonly string[], tx?: Executor): Promise<PersonRow[]> => repository.listByIds(ids, tx),

    /** Two queries for any number of ids. Omits unknown ids, and creators who were never approved. */
    async views(ids: readonly string[], viewer: Actor | null): Promise<Map<string, PersonView>> {
      return service.getViews(await repository.listShown(ids), viewer);
    },

    /** Views for guests of accounts whose content the viewer can already see. Includes creators who were never approved. */
    publicViews: async (ids: readonly string[]): Promise<Map<string, PersonView>> =>
      present(await repository.listShown(ids), null),

    /** Like `views`, for rows that have already been read. At most one query. */
    getViews: (rows: readonly ShownPerson[], viewer: Actor | null): Promise<Map<string, PersonView>> =>
      present(omitNeverApproved(rows, viewer), viewer),

    /** Keeps creators who were never approved from publishing under their name. @throws AppError DOCUMENTS_NOT_APPROVED */
    async assertCanAppear(actor: Actor): Promise<void> {
      if (actor.kind !== 'performer') return;
      const row = await service.find(actor.id);
      assertAllowed(row !== null && !wasNeverApproved(row), 'DOCUMENTS_NOT_APPROVED');
    },

    /** Omits fans and unknown ids. Two queries. */
    async cards(ids: readonly string[], viewer: Actor | null): Promise<Map<string, CardView>> {
      const rows = omitNeverApproved(await repository.listShown(ids), viewer).filter((row) => row.performer);
      const context = await readContext(viewer, rows);
      return new Map(rows.map((row) => [row.account.id, presentCard(row, context)]));
    },
  };
  return service;
}

/** True for a creator who was never approved. Creators who have lost their approval are already known, and stay visible. */
const wasNeverApproved = ({ performer }: ShownPerson): boolean =>
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
