import { Room, RoomEvent, Track, type LocalTrack } from 'livekit-client';
import type { OpenPublication } from './stream-publication';
import { pickVideoCodec } from './video-codec';

/** For 720p at 30 frames per second. */
const VIDEO_ENCODING = { maxBitrate: 2_200_000, maxFramerate: 30 };

/** Sends several sizes, so that each viewer gets the best that their connection allows. The caller owns the tracks. */
export const publishLivekit: OpenPublication<'livekit'> = ({ url, token }, media, { onState }) => {
  const room = new Room({
    dynacast: true,
    stopLocalTrackOnUnpublish: false,
    publishDefaults: { videoCodec: pickVideoCodec(), videoEncoding: VIDEO_ENCODING, simulcast: true },
  });
  const sent: Partial<Record<Track.Source, LocalTrack>> = {};
  let isStopped = false;

  const stop = () => {
    isStopped = true;
    void room.disconnect(false);
  };
  const lose = () => {
    if (isStopped) return;
    stop();
    onState('lost');
  };

  async function send(source: Track.Source, track: MediaStreamTrack | null): Promise<void> {
    const current = sent[source];
    if (current && track) return void (await current.replaceTrack(track, true));
    if (current) {
      delete sent[source];
      await room.localParticipant.unpublishTrack(current, false);
    }
    if (track) sent[source] = (await room.localParticipant.publishTrack(track, { source })).track;
  }
  const open = async () => {
    await room.connect(url, token);
    await send(Track.Source.Microphone, media.audio);
    await send(Track.Source.Camera, media.video);
    if (!isStopped) onState('live');
  };

  room.on(RoomEvent.Disconnected, lose);
  onState('starting');
  /** In order, since a track must be published before it can be replaced. */
  let changes: Promise<void> = Promise.resolve();
  const change = (make: () => Promise<void>) => {
    changes = changes.then(() => (isStopped ? undefined : make())).catch(lose);
  };
  change(open);
  return {
    replaceVideo: (track) => change(() => send(Track.Source.Camera, track)),
    replaceAudio: (track) => change(() => send(Track.Source.Microphone, track)),
    // LiveKit renews the tokens of connected clients itself.
    renew: () => undefined,
    stop,
  };
};
