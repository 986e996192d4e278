import type { EndpointPart } from '@contract/schemas';
import type { Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Listener } from '../../../events';
import { repeatWork } from '../../../lib/repeat-work';
import type { MoneyCaller } from '../../money/wallet/wallet-service';
import { acceptRequest, declineRequest } from './answer-request';
import { joinGroupShow } from './join-group-show';
import { createMeter } from './meter';
import { getSeat, leaveSeat, listSeats } from './own-seats';
import { requestPrivateShow } from './request-private-show';
import type { SeatDeps, SeatNeeds } from './seat-deps';
import { createSeatDetailRepository } from './seat-detail-repository';
import { createSeatRepository } from './seat-repository';
import { createSeatRooms } from './seat-rooms';
import { createSeatWatch } from './seat-watch';

const TICK_MS = 1_000;

/** Shows paid by the minute, private and group. Wire contract 2.18, ADR 63. */
export function createSeatService(
  { db, clock, publisher, failures }: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'failures'>,
  needs: SeatNeeds,
) {
  const repository = createSeatRepository(db);
  const details = createSeatDetailRepository(db);
  const watch = createSeatWatch({ ...needs, publisher: publisher.here, details });
  const deps: SeatDeps = { ...needs, db, clock, publisher, repository, details, watch };
  const meter = createMeter(deps);
  return {
    ...createSeatRooms(deps),

    request: (caller: Caller, input: Parameters<typeof requestPrivateShow>[2]) =>
      requestPrivateShow(deps, caller, input),
    accept: (caller: Caller, conversationId: string) => acceptRequest(deps, caller, conversationId),
    decline: (caller: Caller, conversationId: string) => declineRequest(deps, caller, conversationId),
    list: (caller: Caller) => listSeats(deps, caller),
    get: (caller: Caller, id: string) => getSeat(deps, caller, id),
    leave: (caller: Caller, id: string) => leaveSeat(deps, caller, id),
    joinGroup: (caller: MoneyCaller, input: EndpointPart<'joinGroupShow', 'body'> & { id: string }) =>
      joinGroupShow(deps, caller, input),

    tick: meter.tick,

    /** Starts the regular tick. @returns a function that stops it and waits for running work */
    startTick: (): (() => Promise<void>) =>
      repeatWork(() => meter.tick(clock.now()), {
        everyMs: TICK_MS,
        onError: (error) => failures.report('background', 'seat charges', error),
      }),

    onShowEnded: (async (tx, { streamId }) =>
      tx.afterCommit(() => meter.settle(streamId, clock.now()))) satisfies Listener<'showEnded'>,
  };
}
