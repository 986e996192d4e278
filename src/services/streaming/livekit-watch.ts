import { Room, RoomEvent, type RemoteTrack } from 'livekit-client';
import type { OpenWatch, WatchState } from './stream-watch';
import { createTrackDisplay } from './track-display';
import { countFrames, watchProgress } from './watch-frames';

export const watchLivekit: OpenWatch<'livekit'> = ({ url, token }, video, { onState, onDelayed }) => {
  const room = new Room();
  const tracks = new Set<RemoteTrack>();
  let isOver = false;
  const reportState = (state: WatchState) => {
    if (isOver) return;
    isOver = state === 'lost' || state === 'replaced';
    onState(state);
  };
  const measure = async () => {
    const reports = await Promise.all([...tracks].map((track) => track.getRTCStatsReport()));
    return countFrames(reports.filter((report) => report !== undefined));
  };
  const progress = watchProgress(measure, reportState);
  const display = createTrackDisplay(video, progress.check);

  room.on(RoomEvent.TrackSubscribed, (track) => {
    tracks.add(track);
    display.show(track.mediaStreamTrack);
  });
  room.on(RoomEvent.TrackUnsubscribed, (track) => void tracks.delete(track));
  room.on(RoomEvent.Reconnecting, () => reportState('stalled'));
  room.on(RoomEvent.Disconnected, () => reportState('lost'));

  onDelayed(false);
  room.connect(url, token).catch(() => reportState('lost'));
  return {
    // LiveKit renews tokens itself. Access is requested again anyway, so that the API can remove viewers who lost it.
    renew: () => undefined,
    setMuted: (isMuted) => void (video.muted = isMuted),
    stop() {
      isOver = true;
      progress.stop();
      display.close();
      void room.disconnect();
    },
  };
};
