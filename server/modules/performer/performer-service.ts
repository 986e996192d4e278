import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, isUser, type Actor } from '../../access';
import type { ServerContext } from '../../context';
import { accounts } from '../../db/schema/accounts';
import { found } from '../../errors';
import { readPersonBalances } from '../../ledger/accounts';
import type { FileRow, MediaService } from '../media/media-service';
import type { CardView, PeopleService, PerformerRow, PerformerView, PersonRow } from '../people/people-service';
import { byStanding, matchesFilter, orderOf, type PerformerQuery } from './performer-filter';
import { presentDetails, presentPerformerMe, type DetailsView, type PerformerMeView } from './performer-presenter';
import { createPerformerRepository } from './performer-repository';
import type { Viewer } from './performer-visibility';

/** Most creators in a random sample. Wire contract 1.2. */
const SAMPLE = 50;

export interface ProfileViewer extends Viewer {
  /** Tells strangers apart when views are counted. */
  ip: string;
}

export type PerformerService = ReturnType<typeof createPerformerService>;

/** Finding creators and reading their pages. */
export function createPerformerService(
  { db, clock, env }: Pick<ServerContext, 'db' | 'clock' | 'env'>,
  { people, media }: { people: PeopleService; media: MediaService },
) {
  const repository = createPerformerRepository(db);

  /** Cards in the order of the ids. */
  async function listCards(ids: readonly string[], viewer: Viewer): Promise<CardView[]> {
    const cards = await people.cards(ids, viewer.actor);
    return ids.map((id) => cards.get(id)).filter((card) => card !== undefined);
  }

  /** What both views of a whole page need. */
  async function readPage(id: string, actor: Actor | null) {
    const [row, views, isBookmarked, subscription] = await Promise.all([
      people.find(id),
      people.views([id], actor),
      actor ? repository.hasBookmark(actor.id, id) : false,
      isUser(actor) ? repository.findSubscription(actor.id, id) : null,
    ]);
    const { performer } = found(row);
    return {
      row: { ...found(row), performer: found(performer) } satisfies PersonRow & { performer: PerformerRow },
      view: found(views.get(id)) as PerformerView,
      isBookmarked,
      subscription,
    };
  }

  /** Strangers are told apart by address, which is not kept: only a keyed hash that changes every day. */
  function nameViewer({ actor, ip }: ProfileViewer, day: string): string {
    return actor?.id ?? createHmac('sha256', env.APP_SECRET).update(`${day} ${ip}`).digest('base64url').slice(0, 22);
  }

  const service = {
    /** One page of creators whose documents are approved. Whoever blocked the viewer is not among them. */
    async search(query: PerformerQuery, viewer: Viewer): Promise<EndpointReply<'searchPerformers'>> {
      const where = matchesFilter(query, viewer.actor?.id ?? null, db);
      const { ids, total } = await repository.listIds(viewer, { ...query, where, order: orderOf(query) });
      return { data: await listCards(ids, viewer), total };
    },

    /** A random sample; the query's limit and offset do not count. */
    async sample(query: PerformerQuery, viewer: Viewer): Promise<EndpointReply<'listRandomPerformers'>> {
      const where = matchesFilter(query, viewer.actor?.id ?? null, db);
      const ids = await repository.listRandomIds(viewer, where, SAMPLE);
      return { data: await listCards(ids, viewer) };
    },

    /** Creators by score, subscribers and views. */
    async listTop(
      query: EndpointPart<'listTopPerformers', 'query'>,
      viewer: Viewer,
    ): Promise<EndpointReply<'listTopPerformers'>> {
      const where = query.gender && eq(accounts.gender, query.gender);
      const { ids, total } = await repository.listIds(viewer, { ...query, where, order: byStanding });
      return { data: await listCards(ids, viewer), total };
    },

    /**
     * A creator's page by id or username; counts the view, once a viewer and day.
     *
     * @throws AppError ENTITY_NOT_FOUND for unknown and suspended creators, and for whom they have blocked. Decisions 3.
     */
    async get(key: string, viewer: ProfileViewer): Promise<DetailsView> {
      const id = found(await repository.findVisible(key, viewer));
      if (viewer.actor?.id !== id) {
        const day = clock.now().toISOString().slice(0, 10);
        await repository.countView(id, nameViewer(viewer, day), day);
      }
      return presentDetails(await readPage(id, viewer.actor));
    },

    /** Everything a creator sees of themselves. */
    async getMe(actor: Actor): Promise<PerformerMeView> {
      assertAllowed(isPerformer(actor));
      const [page, balances] = await Promise.all([readPage(actor.id, actor), readPersonBalances(db, actor.id)]);
      const { idVerificationId, documentVerificationId, welcomeMessageFileIds } = page.row.performer;
      const ids = [idVerificationId, documentVerificationId, ...welcomeMessageFileIds].filter((id) => id !== null);
      const files = new Map((await media.find(ids)).map((file): [string, FileRow] => [file.id, file]));
      return presentPerformerMe({
        ...page,
        balances,
        files,
        presentFile: (file) => media.present(file, { viewer: actor, open: true }),
        welcomeVideoUrl: media.publicUrl(page.row.welcomeVideo, 'video'),
      });
    },

    /** Ranks creators anew; a job does so every hour. */
    refreshScores: (): Promise<void> => repository.refreshScores(),
  };
  return service;
}
