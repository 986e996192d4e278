import { recordAct } from '../../../operator-log/record-act';
import type { Caller, Operator, Viewer } from '../../../access';
import type { EndpointPart } from '@contract/schemas';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import { lockTicketForSale } from './ticket/ticket-offer';
import { endLockedShow, endShow } from './end-show';
import { joinShow, presentForHost } from './join-show';
import { endOwnShow, getOwnShow, getOwnSummary, listShowViewers } from './own-shows';
import { prepareShow } from './prepare-show';
import { beginPrivateShow, preparePrivateShow } from './private-show';
import { searchShows } from './search-shows';
import type { ShowDeps } from './show-deps';
import type { ShowRow } from './show-repository';
import { setShowDuration, updateShow } from './update-show';

export { getHostAwaySince } from './show-clock';
export { createShowDeps } from './show-deps';
export type ShowService = ReturnType<typeof createShowService>;

/** ADR 63. */
export function createShowService(
  deps: ShowDeps,
  { notification }: { notification: Pick<NotificationService, 'add'> },
) {
  const { repository, clock } = deps;
  return {
    repository,

    prepare: (caller: Caller, input: EndpointPart<'startStream', 'body'>) => prepareShow(deps, caller, input),
    update: (caller: Caller, input: Parameters<typeof updateShow>[2]) => updateShow(deps, caller, input),
    setDuration: (caller: Caller, input: EndpointPart<'setStreamDuration', 'body'>) =>
      setShowDuration(deps, caller, input),
    join: (viewer: Viewer, key: string) => joinShow(deps, viewer, key),
    search: (viewer: Viewer, query: EndpointPart<'searchStreams', 'query'>) => searchShows(deps, viewer, query),
    getOwn: (caller: Caller) => getOwnShow(deps, caller),
    end: (caller: Caller, id: string) => endOwnShow(deps, caller, id),
    getSummary: (caller: Caller, id: string) => getOwnSummary(deps, caller, id),
    listViewers: (caller: Caller, id: string, query: EndpointPart<'listStreamViewers', 'query'>) =>
      listShowViewers(deps, caller, id, query),

    preparePrivate: (tx: Tx, input: Parameters<typeof preparePrivateShow>[2]) => preparePrivateShow(deps, tx, input),
    beginPrivate: (tx: Tx, show: ShowRow) => beginPrivateShow(deps, tx, show),
    endLocked: (tx: Tx, ending: Parameters<typeof endLockedShow>[2]) => endLockedShow(deps, tx, ending),

    lockForSale: (id: string, buyerId: string, tx: Tx) => lockTicketForSale(deps, id, buyerId, tx),

    async presentSold(id: string) {
      const stream = await presentForHost(deps, requireFound(await repository.find(id)));
      return { ...stream, hasPurchased: true };
    },

    listLive: () => repository.listLive(),

    /** Ends a show of any type; its host sees the reason. @throws AppError ENTITY_NOT_FOUND, STREAM_OFFLINE */
    async endByOperator(id: string, reason: string, by?: Operator): Promise<void> {
      requireFound(await repository.find(id));
      const ended = await endShow(deps, {
        id,
        by: 'operator',
        now: clock.now(),
        isDue: ({ state }) => state === 'live',
        also: async (tx, { performerId, title }) => {
          await recordAct(tx, by, { act: 'show.ended', subject: { kind: 'show', id }, details: { reason } });
          await notification.add(tx, {
            userId: performerId,
            type: 'stream',
            action: 'ended',
            title: 'Your show was ended',
            message: reason,
            refId: id,
            refSource: 'stream',
            reference: { _id: id, title },
          });
        },
      });
      if (!ended) throw new AppError('STREAM_OFFLINE');
    },
  };
}
