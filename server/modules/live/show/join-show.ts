import type { Viewer } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import { getEntryRefusal, type ShowRelation } from './show-access';
import type { ShowDeps } from './show-deps';
import {
  nestStream,
  presentStreams,
  type LiveStreamView,
  type PresentDeps,
  type ShowViewerState,
  type StreamView,
} from './show-presenter';
import type { ConversationRow, ShowRow } from './show-repository';

/** Whether the viewer can enter, or only needs a ticket or to log in first. */
const isCurable = (refusal: ReturnType<typeof getEntryRefusal>): boolean =>
  refusal === null || refusal === 'TICKET_REQUIRED' || refusal === 'UNAUTHORIZED';

export const getViewerState = (show: ShowRow, relation: ShowRelation): ShowViewerState => ({
  isSubscribed: relation.isSubscribed || relation.isHost,
  hasPurchased: getEntryRefusal(show, relation) === null,
});

/**
 * Returns a creator's running show, even to viewers who still need a ticket, in which case `hasPurchased` is false.
 *
 * @param key id or username of the creator.
 * @throws AppError ENTITY_NOT_FOUND for creators who never had a show or block the viewer, STREAM_OFFLINE, NOT_SUBSCRIBED,
 * NOT_FOLLOWING, REMOVED_FROM_SHOW
 */
export async function joinShow(deps: ShowDeps, viewer: Viewer, key: string): Promise<LiveStreamView> {
  const { people, repository, entry } = deps;
  const { account } = requireFound(await people.findByKey(key));
  const show = requireFound((await repository.findOpen(account.id)) ?? (await repository.findLatest(account.id)));
  const { relation, refusal } = await entry.read(show, viewer);
  if (refusal === 'ENTITY_NOT_FOUND') throw new AppError(refusal);
  if (show.state !== 'live') {
    requireFound(await repository.findLatest(account.id));
    throw new AppError('STREAM_OFFLINE');
  }
  if (refusal !== null && !isCurable(refusal)) throw new AppError(refusal);
  const conversation = requireFound(await repository.findConversation(show.id));
  return presentLive(deps, show, conversation, viewer, relation);
}

export async function presentLive(
  deps: ShowDeps,
  show: ShowRow,
  conversation: ConversationRow,
  viewer: Viewer,
  known?: ShowRelation,
): Promise<LiveStreamView> {
  const now = deps.clock.now();
  const relation = known ?? (await deps.entry.read(show, viewer)).relation;
  const state = getViewerState(show, relation);
  const [stream] = await presentStreams(deps, [show], {
    now,
    states: new Map([[show.id, state]]),
    isInside: () => state.hasPurchased,
  });
  return nestStream(requireFound(stream ?? null), {
    ...deps.chat.present({ show, conversation }),
    isSubscribed: state.isSubscribed,
    isBlocked: false,
  });
}

export async function presentForHost(deps: PresentDeps & Pick<ShowDeps, 'clock'>, show: ShowRow): Promise<StreamView> {
  const [stream] = await presentStreams(deps, [show], { now: deps.clock.now() });
  return requireFound(stream ?? null);
}
