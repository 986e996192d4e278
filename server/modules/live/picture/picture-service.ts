import { assertAllowed, type Viewer } from '../../../access';
import type { EndpointPart } from '@contract/schemas';
import { AppError, requireFound } from '../../../errors';
import type { StreamAccess } from '../../../gateways/streaming';
import type { CanWatch } from '../../../http/stream-routes';
import { createGuestKey } from '../../../lib/guest-key';
import { repeatWork } from '../../../lib/repeat-work';
import type { ShowRelation, ShowRow } from '../show/entry-service';
import { adoptConnected } from './adopt-connected';
import { createCanWatch } from './can-watch';
import type { PictureDeps } from './picture-deps';
import { createPictureGrants } from './picture-grants';
import { createPictureGuard } from './picture-guard';

/** The embedded engine checks each segment request and can disconnect viewers. Tokens of other engines only expire. */
const ACCESS_SECONDS = { embedded: 3600, agora: 120, livekit: 120 } as const;
/** A guest's access cannot be renewed, since each request for access creates a new guest key. So it lasts long. */
const GUEST_SECONDS = 3600;
const GUARD_MS = 2_000;
/** External engines are asked over the network, and remove people by themselves when a token expires. */
const ADOPT_MS = { embedded: 10_000, agora: 60_000, livekit: 60_000 } as const;

/** Grants access to send or watch the video of a show, with any engine. ADR 63. */
export function createPictureService(deps: PictureDeps) {
  const { streaming, entry, presence, failures } = deps;
  const grants = createPictureGrants({ now: () => deps.clock.now().getTime(), guestMs: GUEST_SECONDS * 1000 });
  const guard = createPictureGuard({ ...deps, grants });
  const adopt = () => adoptConnected({ streaming, entry, grants });

  async function assertCanSend(show: ShowRow, { actor }: Viewer): Promise<void> {
    if (!actor) throw new AppError('UNAUTHORIZED');
    if (show.performerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
    if (show.state === 'ended') throw new AppError('STREAM_OFFLINE');
    assertAllowed(await entry.isHostApproved(show));
  }

  async function assertCanSee(show: ShowRow, viewer: Viewer): Promise<ShowRelation> {
    const relation = await entry.assertCanEnter(show, viewer);
    if (show.state !== 'live') throw new AppError('STREAM_OFFLINE');
    return relation;
  }

  streaming.onHostChanged((state) =>
    presence
      .hostPictureChanged(state)
      .catch((error: unknown) => failures.report('background', 'host connections', error)),
  );

  return {
    /**
     * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN, REMOVED_FROM_SHOW, UNAUTHORIZED, NOT_SUBSCRIBED, NOT_FOLLOWING,
     * TICKET_REQUIRED, STREAM_OFFLINE
     */
    async createAccess(
      viewer: Viewer,
      { streamId, as }: EndpointPart<'createStreamAccess', 'body'>,
    ): Promise<StreamAccess> {
      const show = requireFound(await entry.find(streamId));
      if (as === 'host') await assertCanSend(show, viewer);
      const isPaying = as === 'viewer' && (await assertCanSee(show, viewer)).hasSeat;
      const { sessionId, isRecorded } = show;
      const accountId = viewer.actor?.id ?? null;
      const key = accountId ?? createGuestKey();
      const access = await streaming.createAccess({
        sessionId,
        viewer: key,
        as,
        isPaying,
        isRecorded,
        seconds: accountId === null ? GUEST_SECONDS : ACCESS_SECONDS[streaming.engine],
      });
      // Guests need no grant with the embedded engine: they only request segments, and each request is checked.
      if (accountId !== null || access.engine !== 'embedded')
        grants.add({ streamId, sessionId, viewer: key, accountId, country: viewer.country, as });
      return access;
    },

    /** @throws AppError FORBIDDEN, VALIDATION_FAILED, UNAVAILABLE, PROVIDER_NOT_CONFIGURED */
    async connect({ ticket, sdp }: EndpointPart<'connectStream', 'body'>): Promise<{ sdp: string }> {
      return { sdp: await streaming.connect(ticket, sdp) };
    },

    canWatch: createCanWatch(deps) satisfies CanWatch,
    guard,
    adoptConnected: adopt,

    /** Starts the regular checks. @returns a function that stops them and waits for running work */
    start(): () => Promise<void> {
      const onError = (error: unknown) => failures.report('background', 'stream checks', error);
      const stops = [
        ...[guard.check, guard.closeEnded].map((work) => repeatWork(work, { everyMs: GUARD_MS, onError })),
        repeatWork(adopt, { everyMs: ADOPT_MS[streaming.engine], onError }),
      ];
      const adopting = adopt().catch(onError);
      return async () => {
        await Promise.all([adopting, ...stops.map((stop) => stop())]);
        await guard.settle();
      };
    },
  };
}
