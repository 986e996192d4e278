import { createFullOffer } from './gather-candidates';
import { watchHls } from './hls-watch';
import { playAnyhow } from './play-anyhow';
import type { OpenWatch, StreamAccess, WatchHandlers } from './stream-watch';
import { watchFrames } from './watch-frames';

type EmbeddedAccess = Extract<StreamAccess, { engine: 'embedded' }>;

/** If there is no connection by then, the network probably blocks UDP: switch to HLS. */
const CONNECT_MS = 5_000;

const isHlsOnly = ({ isFull }: EmbeddedAccess) => isFull || !('RTCPeerConnection' in window);

/** A full engine accepts the viewer when others leave. It never accepts guests, who have no ticket. */
const canJoinLater = ({ isFull, ticket }: EmbeddedAccess) => isFull && ticket !== '' && 'RTCPeerConnection' in window;

/** Watches by WebRTC, or by HLS for guests, if the engine is full, or if the network blocks UDP. */
export const watchEmbedded: OpenWatch<'embedded'> = (access, video, handlers) => {
  let hls = access.hls;
  let inner: { stop(): void; renew?(address: string): void } | null = null;
  const fallBack = () => {
    inner?.stop();
    inner = null;
    if (hls) inner = watchHls(hls, video, handlers);
    else handlers.onState('lost');
  };
  if (isHlsOnly(access)) {
    if (hls) inner = watchHls(hls, video, handlers);
    else handlers.onState(canJoinLater(access) ? 'lost' : 'unplayable');
  } else inner = connect(access, video, handlers, fallBack);
  return {
    renew(next) {
      if (next.engine !== 'embedded' || !next.hls) return;
      hls = next.hls;
      inner?.renew?.(hls);
    },
    setMuted: (isMuted) => void (video.muted = isMuted),
    stop: () => inner?.stop(),
  };
};

/** @param onBlocked called if the network blocks the connection or the engine rejects it */
function connect(
  { ticket, iceServers }: EmbeddedAccess,
  video: HTMLVideoElement,
  { onState, onDelayed, exchange }: WatchHandlers,
  onBlocked: () => void,
) {
  const peer = new RTCPeerConnection({ iceServers });
  const tracks = new MediaStream();
  let isStopped = false;
  let wasConnected = false;
  let unwatch: (() => void) | undefined;
  onDelayed(false);
  for (const kind of ['video', 'audio']) peer.addTransceiver(kind, { direction: 'recvonly' });
  const timer = setTimeout(() => {
    if (!wasConnected && !isStopped) onBlocked();
  }, CONNECT_MS);
  peer.addEventListener('track', ({ track }) => {
    tracks.addTrack(track);
    // Keep showing the previous picture until this track has one.
    if (video.srcObject !== tracks) {
      video.removeAttribute('src');
      video.srcObject = tracks;
    }
    void playAnyhow(video);
  });
  peer.addEventListener('connectionstatechange', () => {
    if (isStopped) return;
    if (peer.connectionState === 'connected' && !wasConnected) {
      wasConnected = true;
      clearTimeout(timer);
      unwatch = watchFrames(peer, onState);
    }
    if (peer.connectionState === 'disconnected') onState('stalled');
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') {
      if (wasConnected) onState('lost');
      else onBlocked();
    }
  });
  const open = async () => {
    const sdp = await createFullOffer(peer);
    if (isStopped) return;
    const answer = await exchange({ ticket, sdp });
    if (!isStopped) await peer.setRemoteDescription({ type: 'answer', sdp: answer });
  };
  open().catch(() => {
    if (!isStopped) onState('lost');
  });
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unwatch?.();
      peer.close();
    },
  };
}
