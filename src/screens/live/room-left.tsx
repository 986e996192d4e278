import dynamic from 'next/dynamic';
import Link from 'next/link';
import { HandCoins } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { paths } from '@/config/paths';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { LazySheet } from '@/components/states/part-failed';
import { GoalBar } from '@/features/live/room/components/goal-bar';
import { RoomDoor } from '@/features/live/room/components/room-door';
import { Stage } from '@/features/live/room/components/stage';
import { TicketOffer } from '@/features/live/room/components/ticket-offer';
import { joinRequested, privatePlaceChanged } from '@/features/live/room/room-slice';
import { selectPicture, selectPlace, selectRoom, type Show } from '@/features/live/room/room-state';
import { SeatEnd } from '@/features/live/seat/components/seat-end';
import { SeatOffer } from '@/features/live/seat/components/seat-offer';
import { SeatUnplayable } from '@/features/live/seat/components/seat-unplayable';
import { SeatRunning, SeatWaiting } from '@/features/live/seat/components/seat-bar';
import { selectSeat, type Seat } from '@/features/live/seat/seat-state';
import { describeAudience } from '@/features/live/show/components/show-card';
import { AlsoLive } from '@/features/live/show/components/show-grid';
import { cx } from '@/lib/cx';
import { needsTicket } from '@/features/live/room/needs-ticket';
import { subscribeRequested, tipRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './room-screen.module.css';

const ViewersSheet = dynamic(
  () => import('@/features/live/room/components/viewers-sheet').then((module) => module.ViewersSheet),
  { ssr: false, loading: LazySheet },
);

/** Puts the fan of a running private or group show into its place within the host's room. */
function usePrivatePlace(seat: Seat | null): void {
  const dispatch = useAppDispatch();
  const isRunning = seat?.state === 'running';
  const { conversationId, streamId, sessionId } = seat ?? { conversationId: '', streamId: '', sessionId: '' };
  useEffect(() => {
    if (!isRunning) return undefined;
    dispatch(privatePlaceChanged({ conversationId, streamId, sessionId, isPrivate: true }));
    return () => void dispatch(privatePlaceChanged(null));
  }, [dispatch, isRunning, conversationId, streamId, sessionId]);
}

export function RoomLeft({ performer }: { performer: Performer }) {
  const { status, show } = useAppSelector(selectRoom);
  const seat = useOwnSeat(performer._id);
  usePrivatePlace(seat);
  const isRunning = seat?.state === 'running';
  const isIn = isRunning || (status === 'open' && show !== null);
  return (
    <div className={styles.left}>
      {isIn ? <RoomStage performer={performer} seat={seat} /> : <ClosedRoom performer={performer} />}
      <div className={styles.info}>
        {isRunning && (
          <h1 className="sr">{`${seat.type === 'private' ? 'Private' : 'Group'} show with ${performer.name}`}</h1>
        )}
        {seat?.state === 'asked' && <SeatWaiting seat={seat} name={performer.name} />}
        {isRunning && <SeatRunning seat={seat} name={performer.name} />}
        {seat && seat.state !== 'asked' && !isRunning && <SeatEnd seat={seat} name={performer.name} />}
        {show && !isRunning && status === 'open' && <ShowInfo show={show} performer={performer} />}
        <AlsoLive exceptId={performer._id} className={styles.more} />
      </div>
    </div>
  );
}

/** The fan's per-minute show with this creator; those with other creators belong to other rooms. */
function useOwnSeat(performerId: string): Seat | null {
  const seat = useAppSelector(selectSeat);
  return seat?.performerId === performerId ? seat : null;
}

const toPayee = ({ _id, name, username, avatar }: Performer) => ({ _id, name, username, avatar });

function ClosedRoom({ performer }: { performer: Performer }) {
  const dispatch = useAppDispatch();
  return (
    <RoomDoor
      host={performer}
      subscribe={
        <Button variant="primary" onClick={() => dispatch(subscribeRequested({ performer }))}>
          Subscribe
        </Button>
      }
      follow={<FollowButton performer={performer} />}
    />
  );
}

function RoomStage({ performer, seat }: { performer: Performer; seat: Seat | null }) {
  const router = useRouter();
  const { show, viewers } = useAppSelector(selectRoom);
  const picture = useAppSelector(selectPicture);
  const place = useAppSelector(selectPlace);
  const [isListOpen, setIsListOpen] = useState(false);
  const isPrivate = seat?.state === 'running' && seat.type === 'private';
  const isRunning = seat?.state === 'running';
  const isTicketMissing = !isRunning && show !== null && (picture.needsTicket || needsTicket(show));
  // Only fans with a seat in the group show see the video.
  const isOutside = !isRunning && show?.type === 'group';
  const leave = () => void router.push(paths.streaming);
  return (
    <>
      <Stage
        name={performer.name}
        poster={performer.cover || performer.avatar}
        place={isTicketMissing || isOutside ? null : place}
        label={isPrivate ? 'Private' : isRunning || show?.type === 'group' ? 'Group' : 'Live'}
        isPrivate={isPrivate}
        viewers={isPrivate ? undefined : viewers.total}
        startedAt={isPrivate ? null : show?.startedAt}
        hostAwaySince={isRunning ? seat.hostAwaySince : show?.hostAwaySince}
        unplayable={isRunning ? <SeatUnplayable /> : undefined}
        onLeave={leave}
        onViewers={viewers.members.length > 0 ? () => setIsListOpen(true) : undefined}
        overlay={
          isTicketMissing ? (
            <TicketOffer show={show} performer={toPayee(performer)} />
          ) : isOutside ? (
            <p className={styles.outside}>Join the group show to watch.</p>
          ) : undefined
        }
      />
      {viewers.members.length > 0 && <ViewersSheet open={isListOpen} onClose={() => setIsListOpen(false)} />}
    </>
  );
}

function ShowInfo({ show, performer }: { show: Show; performer: Performer }) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const user = useAppSelector(selectCurrentUser);
  const [isOpen, setIsOpen] = useState(false);
  const payee = toPayee(performer);
  const isOwn = user?._id === performer._id;
  const canPay = !user?.isPerformer;
  const tip = () => {
    const { conversationId, sessionId, type } = show;
    const streamType = `stream_${type}` as const;
    const place = conversationId ? { conversationId, sessionId, streamType } : undefined;
    dispatch(tipRequested({ performer: payee, ...(place && { show: place }) }));
  };
  const seatOffer = show.minutePrice
    ? { price: show.minutePrice, performerId: performer._id, streamId: show._id }
    : null;
  return (
    <>
      <div className={cx('row', styles.head)}>
        <span className="not-phone">
          <Avatar name={performer.name} src={performer.avatar} live />
        </span>
        <div className="grow">
          <h1>
            <button
              type="button"
              className={styles.titleButton}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <span className={styles.title} data-open={isOpen || undefined}>
                {show.title}
              </span>
            </button>
          </h1>
          <p className="sm muted truncate">
            <Link className="link" href={paths.profile(performer.username || performer._id)}>
              {performer.name}
            </Link>{' '}
            · {describeAudience(show)}
          </p>
        </div>
        {canPay && (
          <Button variant="gift" icon={HandCoins} onClick={tip}>
            Tip
          </Button>
        )}
        {!isOwn && (
          <>
            <span className="not-phone">
              <FollowButton performer={performer} />
            </span>
            <span className={styles.phoneOnly}>
              <FollowButton performer={performer} isIcon />
            </span>
          </>
        )}
      </div>
      {show.goal && <GoalBar goal={show.goal} />}
      {seatOffer && canPay && (
        <SeatOffer
          {...seatOffer}
          type={show.type === 'group' ? 'group' : 'private'}
          name={performer.name}
          avatar={performer.avatar}
          onGuest={() => void router.push(paths.auth.loginFor(router.asPath))}
          onRepriced={() => dispatch(joinRequested({ performerId: performer._id, isAnew: true }))}
        />
      )}
      {!signedIn && <p className="sr">Log in to chat and tip.</p>}
      {show.description && <p className={cx('sm ink-2 said', !isOpen && styles.more)}>{show.description}</p>}
    </>
  );
}
