import type { Caller } from '../../../access';
import { fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { requireFound } from '../../../errors';
import { endShow, readShownSeconds } from './end-show';
import { presentLive } from './join-show';
import { getShownSeconds, isTooShortForTickets } from './show-clock';
import type { ShowDeps } from './show-deps';
import type { ShowRow } from './show-repository';
import { requireOwn } from './show-access';

type Summary = EndpointReply<'endStream'>;

export async function getOwnShow(deps: ShowDeps, caller: Caller): Promise<EndpointReply<'getOwnStream'>> {
  const show = await deps.repository.findOpen(caller.actor.id);
  if (!show) return null;
  const conversation = requireFound(await deps.repository.findConversation(show.id));
  const [live, takings] = await Promise.all([
    presentLive(deps, show, conversation, caller),
    deps.figures.readTakings(show.id),
  ]);
  return { ...live, tips: fromCents(takings.tips.amount), earned: fromCents(takings.earned) };
}

/** @throws AppError ENTITY_NOT_FOUND, also for shows of others */
export async function endOwnShow(deps: ShowDeps, caller: Caller, id: string): Promise<Summary> {
  requireOwn(await deps.repository.find(id), caller);
  await endShow(deps, { id, by: 'host', now: deps.clock.now() });
  return getSummary(deps, requireFound(await deps.repository.find(id)));
}

/** @throws AppError ENTITY_NOT_FOUND, also for shows of others */
export const getOwnSummary = async (deps: ShowDeps, caller: Caller, id: string): Promise<Summary> =>
  getSummary(deps, requireOwn(await deps.repository.find(id), caller));

async function getSummary(deps: ShowDeps, show: ShowRow): Promise<Summary> {
  const { figures, clock } = deps;
  const now = clock.now();
  const { id, title, startedAt, endedAt, peakViewers } = show;
  const areTicketsRefunded = endedAt !== null && isTooShortForTickets(await readShownSeconds(deps, show, now));
  const [takings, refundedTickets, replayVideoId, audience] = await Promise.all([
    figures.readTakings(id, { areTicketsRefunded }),
    figures.readRefundedTickets(id, { areTicketsRefunded }),
    figures.findReplay(id),
    figures.readAudience(show, { from: startedAt ?? now, to: endedAt ?? now }),
  ]);
  const toDollars = ({ count, amount }: (typeof takings)['tips']) => ({ count, amount: fromCents(amount) });
  return {
    streamId: id,
    title,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    duration: getShownSeconds(show, now),
    ...audience,
    peakViewers,
    tips: toDollars(takings.tips),
    tickets: toDollars(takings.tickets),
    refundedTickets: toDollars(refundedTickets),
    minutes: toDollars(takings.minutes),
    commission: fromCents(takings.commission),
    earned: fromCents(takings.earned),
    replayVideoId,
  };
}

/** @throws AppError ENTITY_NOT_FOUND, also for shows of others */
export async function listShowViewers(
  { repository, viewers, people, clock }: ShowDeps,
  caller: Caller,
  id: string,
  { sort, limit, offset }: EndpointPart<'listStreamViewers', 'query'>,
): Promise<EndpointReply<'listStreamViewers'>> {
  const show = requireOwn(await repository.find(id), caller);
  const { rows, total } = await viewers.listForHost(show, { now: clock.now(), sort, limit, offset });
  const views = await people.publicViews(rows.map(({ accountId }) => accountId));
  const data = rows.flatMap(({ accountId, since, spent, isMuted, isSubscribed }) => {
    const user = views.get(accountId);
    if (!user || user.isPerformer) return [];
    return { user, since: new Date(since).toISOString(), spent: fromCents(spent), isMuted, isSubscribed };
  });
  return { data, total };
}
