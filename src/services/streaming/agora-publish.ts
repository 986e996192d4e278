import AgoraRTC, { type ILocalAudioTrack, type ILocalVideoTrack } from 'agora-rtc-sdk-ng';
import type { OpenPublication } from './stream-publication';
import { pickVideoCodec } from './video-codec';

/** Logs only errors. */
const LOG_LEVEL = 3;
/** Kbit/s, for 720p at 30 frames per second. */
const MAX_BITRATE = 2_200;
/** Agora itself retries forever; after these times, a new connection is faster. */
const CONNECT_MS = 15_000;
const RECONNECT_MS = 10_000;

/** The caller owns the tracks, so Agora's wrappers around them are never closed. */
export const publishAgora: OpenPublication<'agora'> = (access, media, { onState, onStale }) => {
  const { appId, channel, uid, token } = access;
  AgoraRTC.setLogLevel(LOG_LEVEL);
  const client = AgoraRTC.createClient({ mode: 'live', codec: pickVideoCodec(), role: 'host' });
  let video: ILocalVideoTrack | null = null;
  let audio: ILocalAudioTrack | null = null;
  let isStopped = false;
  let isLive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    client.leave().catch(() => undefined);
  };
  const end = (state: 'lost' | 'replaced') => {
    if (isStopped) return;
    stop();
    onState(state);
  };

  const loseAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => end('lost'), ms);
  };

  async function sendVideo(track: MediaStreamTrack | null): Promise<void> {
    if (video && track) return video.replaceTrack(track, false);
    const old = video;
    video = track && AgoraRTC.createCustomVideoTrack({ mediaStreamTrack: track, bitrateMax: MAX_BITRATE });
    if (old) await client.unpublish(old);
    if (video) await client.publish(video);
  }
  async function sendAudio(track: MediaStreamTrack | null): Promise<void> {
    const old = audio;
    audio = track && AgoraRTC.createCustomAudioTrack({ mediaStreamTrack: track, encoderConfig: 'high_quality' });
    if (old) await client.unpublish(old);
    if (audio) await client.publish(audio);
  }
  const open = async () => {
    await client.join(appId, channel, token, uid || null);
    await sendAudio(media.audio);
    await sendVideo(media.video);
    if (isStopped) return;
    clearTimeout(timer);
    isLive = true;
    onState('live');
  };

  client.on('connection-state-change', (state, _before, reason) => {
    if (state === 'RECONNECTING') loseAfter(RECONNECT_MS);
    if (state === 'CONNECTED' && isLive) clearTimeout(timer);
    if (state === 'DISCONNECTED') end(String(reason) === 'UID_CONFLICT' ? 'replaced' : 'lost');
  });
  client.on('token-privilege-will-expire', onStale);
  client.on('token-privilege-did-expire', () => end('lost'));

  onState('starting');
  loseAfter(CONNECT_MS);
  /** Agora accepts a change only after the previous one has finished. */
  let changes: Promise<void> = Promise.resolve();
  const change = (make: () => Promise<void>) => {
    changes = changes.then(() => (isStopped ? undefined : make())).catch(() => end('lost'));
  };
  change(open);
  return {
    replaceVideo: (track) => change(() => sendVideo(track)),
    replaceAudio: (track) => change(() => sendAudio(track)),
    renew(next) {
      // Without renewal, the old token expires and the connection is lost.
      if (next.engine === 'agora') client.renewToken(next.token).catch(() => undefined);
    },
    stop,
  };
};
