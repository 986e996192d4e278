import AgoraRTC, { type IAgoraRTCRemoteUser } from 'agora-rtc-sdk-ng';
import type { OpenWatch, WatchState } from './stream-watch';
import { createTrackDisplay } from './track-display';
import { watchProgress } from './watch-frames';

/** Logs only errors. */
const LOG_LEVEL = 3;
/** A delay of about two seconds; the other level costs more and is meant for conversations. */
const LOW_LATENCY = 1;

const countPackets = (stats: Record<string, { receivePackets: number }>): number =>
  Object.values(stats).reduce((sum, { receivePackets }) => sum + receivePackets, 0);

export const watchAgora: OpenWatch<'agora'> = (access, video, { onState, onDelayed, onStale }) => {
  const { appId, channel, uid, hostUid, token } = access;
  AgoraRTC.setLogLevel(LOG_LEVEL);
  const client = AgoraRTC.createClient({
    mode: 'live',
    codec: 'vp8',
    role: 'audience',
    clientRoleOptions: { level: LOW_LATENCY },
  });
  let isOver = false;
  let shownUid: IAgoraRTCRemoteUser['uid'] | null = null;
  let hasPicture = false;

  const reportState = (state: WatchState) => {
    if (isOver) return;
    isOver = state === 'lost' || state === 'replaced';
    onState(state);
  };
  const measure = async () => {
    if (!hasPicture) return countPackets(client.getRemoteAudioStats());
    return display.hasFrame() ? countPackets(client.getRemoteVideoStats()) : 0;
  };
  const progress = watchProgress(measure, reportState);
  const display = createTrackDisplay(video, progress.check);

  /** Viewers can publish too unless co-host authentication is on at Agora: prefer the host. Old clients have another uid. */
  const isHost = (user: IAgoraRTCRemoteUser) => shownUid === null || user.uid === hostUid || user.uid === shownUid;
  const subscribe = async (user: IAgoraRTCRemoteUser, kind: 'video' | 'audio') => {
    if (!isHost(user)) return;
    shownUid = user.uid;
    if (kind === 'video') hasPicture = true;
    const track = kind === 'video' ? await client.subscribe(user, kind) : await client.subscribe(user, kind);
    if (!isOver && user.uid === shownUid) display.show(track.getMediaStreamTrack());
  };

  client.on('user-published', (user, kind) => {
    // Fails if the host has unpublished by now; the next publication is a new event.
    if (kind !== 'datachannel') subscribe(user, kind).catch(() => undefined);
  });
  client.on('user-unpublished', (user, kind) => {
    if (kind === 'video' && user.uid === shownUid) hasPicture = false;
  });
  client.on('user-left', (user) => {
    if (user.uid === shownUid) shownUid = null;
  });
  client.on('connection-state-change', (state, _before, reason) => {
    if (state === 'RECONNECTING') reportState('stalled');
    // Another tab of this account is watching. A retry would take the stream away from it.
    if (state === 'DISCONNECTED') reportState(String(reason) === 'UID_CONFLICT' ? 'replaced' : 'lost');
  });
  client.on('token-privilege-will-expire', onStale);
  client.on('token-privilege-did-expire', () => reportState('lost'));

  onDelayed(false);
  client.join(appId, channel, token, uid || null).catch(() => reportState('lost'));
  return {
    renew(next) {
      // Without renewal, the old token expires and the stream is lost.
      if (next.engine === 'agora') client.renewToken(next.token).catch(() => undefined);
    },
    setMuted: (isMuted) => void (video.muted = isMuted),
    stop() {
      isOver = true;
      progress.stop();
      display.close();
      client.leave().catch(() => undefined);
    },
  };
};
