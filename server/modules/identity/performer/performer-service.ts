import { eq, type SQL } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { accounts, performers } from '../../../db/schema/accounts';
import { profileViews } from '../../../db/schema/social';
import { readSearchWords } from '../../../db/search-words';
import { createViewCounter } from '../../../db/view-counter';
import { requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import { createTtlCache } from '../../../lib/ttl-cache';
import { earningTermsOf, type SettingsService } from '../../site/settings/settings-service';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { CardView, PeopleService, PerformerView, PersonRow } from '../people/people-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import { byRank, matchesFilter, orderOf, type PerformerQuery } from './performer-filter';
import { presentDetails, presentPerformerMe, type DetailsView, type PerformerMeView } from './performer-presenter';
import { createPerformerRepository } from './performer-repository';
import { canSeePerformer, type Viewer } from './performer-visibility';

/** Most creators in a random sample. Wire contract 1.2. */
const SAMPLE = 50;

/** How long somebody who came makes a creator trending. */
const TREND_MS = 7 * 24 * 3600 * 1000;

const stranger = { isBlocked: false, isBookmarked: false, subscription: null };

export interface ProfileViewer extends Viewer {
  /** Tells strangers apart when views are counted. */
  ip: string;
}

export type PerformerService = ReturnType<typeof createPerformerService>;

/** Finding creators and reading their pages. */
export function createPerformerService(
  { db, clock, env }: Pick<ServerContext, 'db' | 'clock' | 'env'>,
  {
    people,
    media,
    identity,
    settings,
  }: {
    people: PeopleService;
    media: MediaService;
    identity: Pick<IdentityService, 'findFormerOwner'>;
    settings: SettingsService;
  },
) {
  const repository = createPerformerRepository(db);
  const views = createViewCounter(
    { db, now: () => clock.now(), secret: env.APP_SECRET },
    { views: profileViews, viewed: profileViews.performerId, counter: performers.statViews },
  );
  // Counting ten thousand creators takes longer than reading a page of them, and nobody can tell 9,812 from 9,813: a large
  // total is some seconds old, and may include creators who have blocked this viewer. Small ones are always exact.
  const counts = createTtlCache<number>({
    ...{ ttlMs: 5_000, most: 1_000, now: () => clock.now().getTime() },
    isWorthKeeping: (total) => total >= 500,
  });

  async function readFilter(query: PerformerQuery, { actor }: Viewer) {
    const words = await readSearchWords(db, query.q);
    return { words, where: matchesFilter(query, words, { viewerId: actor?.id ?? null, now: clock.now() }) };
  }

  /** Cards in the order of the ids. */
  async function listCards(ids: readonly string[], viewer: Viewer): Promise<CardView[]> {
    const cards = await people.cards(ids, viewer.actor);
    return ids.map((id) => cards.get(id)).filter((card) => card !== undefined);
  }

  /** How many creators a filter finds, whatever page and order are asked for. */
  function countListed(filter: Partial<PerformerQuery>, viewer: Viewer, where: SQL | undefined): Promise<number> {
    const { limit: _limit, offset: _offset, sort: _sort, sortBy: _sortBy, ...rest } = filter;
    const whose = rest.followed === undefined ? null : viewer.actor?.id;
    const key = JSON.stringify([rest, viewer.country, whose]);
    return counts.get(key, () => repository.countListed(viewer, where));
  }

  async function listPage(
    page: Parameters<typeof repository.listIds>[1],
    filter: Partial<PerformerQuery>,
    viewer: Viewer,
  ) {
    const { ids, total } = await repository.listIds(viewer, page);
    const [data, counted] = await Promise.all([
      listCards(ids, viewer),
      total ?? (page.withTotal && page.offset === 0 ? 0 : countListed(filter, viewer, page.where)),
    ]);
    return { data, total: counted };
  }

  async function findByFormerName(username: string): Promise<PersonRow | null> {
    const id = await identity.findFormerOwner(username);
    return id === null ? null : people.find(id);
  }

  async function readPage(person: PersonRow | null, actor: Actor | null) {
    const row = requireFound(person);
    const performer = requireFound(row.performer);
    const [relation, views, hasMedia] = await Promise.all([
      actor ? repository.readRelation(actor.id, performer.id) : stranger,
      people.viewsOf([row], actor),
      repository.hasMedia(performer.id),
    ]);
    return {
      row: { ...row, performer },
      view: requireFound(views.get(performer.id)) as PerformerView,
      hasMedia,
      ...relation,
    };
  }

  const service = {
    /** One page of creators whose documents are approved. Whoever blocked the viewer is not among them. */
    async search(query: PerformerQuery, viewer: Viewer): Promise<EndpointReply<'searchPerformers'>> {
      const { words, where } = await readFilter(query, viewer);
      return listPage(
        { ...query, where, order: orderOf(query, words, clock.now()), withTotal: words.length > 0 },
        query,
        viewer,
      );
    },

    /** A random sample; the query's limit and offset do not count. */
    async sample(query: PerformerQuery, viewer: Viewer): Promise<EndpointReply<'listRandomPerformers'>> {
      const { where } = await readFilter(query, viewer);
      const ids = await repository.listRandomIds(viewer, where, SAMPLE);
      return { data: await listCards(ids, viewer) };
    },

    /** Creators by score, subscribers and views. */
    async listTop(
      query: EndpointPart<'listTopPerformers', 'query'>,
      viewer: Viewer,
    ): Promise<EndpointReply<'listTopPerformers'>> {
      const where = query.gender && eq(accounts.gender, query.gender);
      return listPage({ ...query, where, order: byRank }, { gender: query.gender }, viewer);
    },

    /**
     * A creator's page by id or username, or one they had before; counts the view, once a viewer and day.
     *
     * @throws AppError ENTITY_NOT_FOUND for unknown, suspended and not yet approved creators, and for whom they have blocked. Decisions 3.
     */
    async get(key: string, viewer: ProfileViewer): Promise<DetailsView> {
      const page = await readPage((await people.findByKey(key)) ?? (await findByFormerName(key)), viewer.actor);
      const { account, performer } = page.row;
      const { blockedCountries, verifiedDocument } = performer;
      const isVisible = canSeePerformer(viewer, { ...account, verifiedDocument, blockedCountries }, page.isBlocked);
      assertAllowed(isVisible, 'ENTITY_NOT_FOUND');
      if (viewer.actor?.id !== account.id) await views.count(account.id, viewer);
      return presentDetails(page);
    },

    /** Everything a creator sees of themselves. */
    async getMe(actor: Actor): Promise<PerformerMeView> {
      assertAllowed(isPerformer(actor));
      const [page, balances, site] = await Promise.all([
        people.find(actor.id).then((row) => readPage(row, actor)),
        readPersonBalances(db, actor.id),
        settings.read(),
      ]);
      const { idVerificationId, documentVerificationId, welcomeMessageFileIds } = page.row.performer;
      const ids = [idVerificationId, documentVerificationId, ...welcomeMessageFileIds].filter((id) => id !== null);
      const files = new Map((await media.find(ids)).map((file): [string, FileRow] => [file.id, file]));
      return presentPerformerMe({
        ...page,
        balances,
        earningTerms: earningTermsOf(page.row.performer, site),
        files,
        presentFile: (file) => media.present(file, { viewer: actor, open: true }),
        welcomeVideoUrl: media.publicUrl(page.row.welcomeVideo, 'video'),
      });
    },

    /** Ranks creators anew, and forgets who looked at whom before today. A job does so every hour. */
    async sweep(): Promise<void> {
      const now = clock.now();
      await repository.refreshScores({ now, since: new Date(now.getTime() - TREND_MS) });
      await views.sweep();
    },
  };
  return service;
}

/** A creator's page, prices and payout data are their own business only. */
export const canManagePerformer = (actor: Actor, performerId: string): boolean =>
  isPerformer(actor) && actor.id === performerId;
