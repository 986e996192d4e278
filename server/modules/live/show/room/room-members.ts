import type { ServerContext } from '../../../../context';
import type { PeopleService } from '../../../identity/people/people-service';
import type { ViewerRepository } from './viewer-repository';

/** At most this many members are listed by name; the total counts all. */
const MAX_NAMED = 50;

interface MemberDeps extends Pick<ServerContext, 'clock'> {
  viewers: ViewerRepository;
  people: Pick<PeopleService, 'publicViews'>;
}

/** @param show.total number of all members, if it is known. */
export async function readMembers(
  { viewers, people, clock }: MemberDeps,
  { streamId, conversationId, total }: { streamId: string; conversationId: string; total?: number },
) {
  const now = clock.now();
  const ids = await viewers.listShown(streamId, { now, limit: MAX_NAMED });
  const views = await people.publicViews(ids);
  const members = ids.flatMap((id) => {
    const view = views.get(id);
    return view && !view.isPerformer ? view : [];
  });
  const all = total ?? (await viewers.countPresent([streamId], now)).get(streamId)?.total ?? 0;
  return { conversationId, total: all, members };
}
