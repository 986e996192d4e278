import { Play } from 'lucide-react';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { AnnouncedShow } from '@/components/content/announced-show';
import { Avatar } from '@/components/people/avatar';
import { ErrorState } from '@/components/states/error-state';
import { streamRoutes } from '@contract/content/stream-routes';
import { paths } from '@/config/paths';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { reminderRequested } from '@/store/intents';
import { joinRequested } from '../room-slice';
import { selectAnnounced, selectReplay, selectRoom } from '../room-state';
import styles from './room.module.css';

export interface Host {
  _id: string;
  name: string;
  username: string;
  avatar: string;
}

interface RoomDoorProps {
  host: Host;
  /** Buttons that lead to access, by the reason for the refusal. */
  subscribe: ReactNode;
  follow: ReactNode;
}

export function RoomDoor({ host, subscribe, follow }: RoomDoorProps) {
  const dispatch = useAppDispatch();
  const { asPath } = useRouter();
  const { status, endedBy, error } = useAppSelector(selectRoom);
  const replay = useAppSelector(selectReplay);
  const { name } = host;
  const page = <Button href={paths.profile(host.username || host._id)}>See {name}’s page</Button>;
  switch (status) {
    case 'waiting':
      return (
        <Door
          host={host}
          title={`${name} isn’t live right now`}
          text="This page opens the show as soon as it starts."
          about={<NextShow />}
        >
          <WatchAgain label="Watch the last show" />
          {page}
        </Door>
      );
    case 'subscribersOnly':
      return (
        <Door host={host} title="This show is for subscribers" text={`Subscribe to ${name} to watch and chat.`}>
          {subscribe}
          {page}
        </Door>
      );
    case 'followersOnly':
      return (
        <Door
          host={host}
          title="This show is for followers and subscribers"
          text={`Follow ${name} to watch. Following is free.`}
        >
          {follow}
          {page}
        </Door>
      );
    case 'loginNeeded':
      return (
        <Door host={host} title="Log in to watch" text={`${name}’s shows are for people with an account.`}>
          <Button variant="primary" href={paths.auth.loginFor(asPath)}>
            Log in
          </Button>
          <Button href={paths.auth.registerFor(asPath)}>Sign up</Button>
        </Door>
      );
    case 'ended':
      return (
        <Door
          host={host}
          title={endedBy === 'operator' ? 'This show was ended by the site' : 'The show has ended'}
          text={
            replay
              ? 'Thanks for watching. You can see it again.'
              : `Thanks for watching. If ${name} shares a recording, you’ll find it with the videos.`
          }
        >
          <WatchAgain label="Watch the replay" />
          {page}
        </Door>
      );
    case 'closed':
      return (
        <Door
          host={host}
          title="You can’t watch this show any more"
          text={
            error?.code === 'REMOVED_FROM_SHOW'
              ? `${name} removed you from it. If they let you back in, you can try again.`
              : 'Who can watch it has changed.'
          }
        >
          <Button onClick={() => dispatch(joinRequested({ performerId: host._id }))}>Try again</Button>
          <Button href={paths.streaming}>See other shows</Button>
        </Door>
      );
    case 'failed':
      return (
        <div className={styles.door}>
          <ErrorState
            title="The show did not load"
            text={error?.message}
            onRetry={() => dispatch(joinRequested({ performerId: host._id }))}
          />
        </div>
      );
    default:
      return <div className={styles.door} aria-busy="true" />;
  }
}

interface DoorProps {
  host: Host;
  title: string;
  text: string;
  about?: ReactNode;
  children: ReactNode;
}

function Door({ host, title, text, about, children }: DoorProps) {
  return (
    <div className={styles.door}>
      <Avatar name={host.name} src={host.avatar} size="lg" />
      <div className="stack stack--md" role="status">
        <h1>{title}</h1>
        <p className="ink-2">{text}</p>
      </div>
      {about}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** Links to the replay. A paid one shows its price on its own page. */
function WatchAgain({ label }: { label: string }) {
  const replay = useAppSelector(selectReplay);
  if (!replay) return null;
  return (
    <Button variant="primary" icon={Play} href={paths.video(replay.videoId)}>
      {label}
    </Button>
  );
}

function NextShow() {
  const dispatch = useAppDispatch();
  const announced = useAppSelector(selectAnnounced);
  const canRemind = useAppSelector(selectSupportsCall(streamRoutes.setShowReminder));
  if (!announced) return null;
  const { postId, title, startsAt, isReminded } = announced;
  const remind = (wanted: boolean) => dispatch(reminderRequested({ postId, isReminded: wanted }));
  return (
    <div className="stack stack--sm">
      {title && <p className="strong said">{title}</p>}
      <AnnouncedShow startsAt={startsAt} isReminded={isReminded} onRemind={canRemind ? remind : undefined} />
    </div>
  );
}
