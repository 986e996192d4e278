import { and, asc, desc, eq, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { may, type Viewer } from '../../../access';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { isBlockedBy } from '../../../db/conditions';
import { accounts, performers } from '../../../db/schema/accounts';
import { streams, streamViewers } from '../../../db/schema/streams';
import { getViewerState } from './join-show';
import type { ShowDeps } from './show-deps';
import { presentStreams } from './show-presenter';

type Query = EndpointPart<'searchStreams', 'query'>;

/**
 * Lists live shows, newest first or, with `sortBy=members`, most watched first. Includes shows that the viewer cannot enter
 * yet, but not those of creators who block the viewer.
 */
export async function searchShows(
  deps: ShowDeps,
  viewer: Viewer,
  query: Query,
): Promise<EndpointReply<'searchStreams'>> {
  const { access, clock } = deps;
  const now = clock.now();
  const viewerId = viewer.actor?.id ?? '';
  const where = and(isLive(query), may(viewer.actor, 'moderateContent') ? undefined : isOpenTo(viewer));
  const source = () =>
    access
      .selectRelations(viewerId, now)
      .where(where)
      .orderBy(...getOrder(query, now));
  const [rows, total] = await Promise.all([source().limit(query.limit).offset(query.offset), access.count(where)]);
  const who = {
    id: viewer.actor?.id ?? null,
    isModerator: may(viewer.actor, 'moderateContent'),
    country: viewer.country,
  };
  const states = new Map(
    rows.map(({ show, relation }) => [
      show.id,
      getViewerState(show, access.toRelation(relation, show.performerId, who)),
    ]),
  );
  const shows = rows.map(({ show }) => show);
  const isInside = ({ id }: { id: string }) => states.get(id)?.hasPurchased === true;
  return { data: await presentStreams(deps, shows, { now, states, isInside }), total };
}

function isLive({ performerId, isFree }: Query): SQL | undefined {
  const costsNothing = and(isNull(streams.price), eq(streams.type, 'public'));
  return and(
    eq(streams.state, 'live'),
    ne(streams.type, 'private'),
    performerId === undefined ? undefined : eq(streams.performerId, performerId),
    isFree === undefined ? undefined : isFree ? costsNothing : not(costsNothing as SQL),
  );
}

/** SQL condition: the viewer can find the show. Hosts find their own show from every country. */
function isOpenTo({ actor, country }: Viewer): SQL | undefined {
  const isShown = and(
    eq(accounts.status, 'active'),
    eq(performers.verifiedDocument, true),
    actor ? not(isBlockedBy(performers.id, actor.id)) : undefined,
    country === null ? undefined : sql`${country} <> all(${performers.blockedCountries})`,
  );
  return actor ? or(eq(performers.id, actor.id), isShown) : isShown;
}

function getOrder({ sortBy, sort }: Query, now: Date): SQL[] {
  const direction = sort === 'asc' ? asc : desc;
  const members = sql`(select count(*) from ${streamViewers} where ${and(
    eq(streamViewers.streamId, streams.id),
    sql`${streamViewers.presentUntil} > ${sql.param(now, streamViewers.presentUntil)}`,
  )})`;
  const first = sortBy === 'members' ? [direction(members)] : [];
  return [...first, direction(streams.startedAt), direction(streams.id)];
}
