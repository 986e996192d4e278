import type { EndpointPart } from '@contract/schemas';
import type { Actor, Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { performers } from '../../../db/schema/accounts';
import { profileViews } from '../../../db/schema/social';
import { createViewCounter } from '../../../db/view-counter';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { PeopleService } from '../people/people-service';
import type { PerformerQuery } from './performer-filter';
import { createPerformerListRepository } from './performer-list-repository';
import { createTotalCache, listTopPerformers, samplePerformers, searchPerformers } from './performer-lists';
import { getOwnPerformer, getPerformerPage, type ProfileViewer } from './performer-page';
import { createPerformerPageRepository } from './performer-page-repository';

/** For how long a new follower or subscriber counts toward the trend. */
const TREND_MS = 7 * 24 * 3600 * 1000;

export type PerformerService = ReturnType<typeof createPerformerService>;

export function createPerformerService(
  context: Pick<ServerContext, 'db' | 'clock' | 'env'>,
  needs: {
    people: PeopleService;
    media: MediaService;
    identity: Pick<IdentityService, 'findFormerOwner'>;
    settings: SettingsService;
  },
) {
  const { db, clock, env } = context;
  const lists = createPerformerListRepository(db);
  const views = createViewCounter(
    { db, now: () => clock.now(), secret: env.APP_SECRET },
    { views: profileViews, viewed: profileViews.performerId, counter: performers.statViews },
  );
  const listDeps = { ...context, ...needs, lists, totals: createTotalCache(context) };
  const pageDeps = { ...context, ...needs, views, pages: createPerformerPageRepository(db) };
  return {
    search: (query: PerformerQuery, viewer: Viewer) => searchPerformers(listDeps, query, viewer),
    sample: (query: PerformerQuery, viewer: Viewer) => samplePerformers(listDeps, query, viewer),
    listTop: (query: EndpointPart<'listTopPerformers', 'query'>, viewer: Viewer) =>
      listTopPerformers(listDeps, query, viewer),
    get: (key: string, viewer: ProfileViewer) => getPerformerPage(pageDeps, key, viewer),
    getMe: (actor: Actor) => getOwnPerformer(pageDeps, actor),

    async sweep(): Promise<void> {
      const now = clock.now();
      await lists.refreshScores({ now, since: new Date(now.getTime() - TREND_MS) });
      await views.sweep();
    },
  };
}
