import { playAnyhow } from './play-anyhow';
import type { StreamWatch, WatchHandlers } from './stream-watch';

/** Without a new frame for this long, the stream has stalled. Longer than for WebRTC, since a segment lasts seconds. */
const STALL_MS = 6_000;
const LOST_MS = 20_000;
const CHECK_MS = 1_000;

type HlsWatch = Omit<StreamWatch, 'renew'> & { renew(address: string): void };

/** Plays with hls.js, or with the browser's own HLS where hls.js cannot run. */
export function watchHls(first: string, video: HTMLVideoElement, handlers: WatchHandlers): HlsWatch {
  let address = first;
  let isStopped = false;
  let player: { renew(): void; close(): void } | null = null;
  const lose = () => {
    if (!isStopped) handlers.onState('lost');
  };
  const playNatively = () => {
    if (!video.canPlayType('application/vnd.apple.mpegurl')) return handlers.onState('unplayable');
    video.src = address;
    video.addEventListener('error', lose, { once: true });
    void playAnyhow(video);
  };
  handlers.onDelayed(true);
  video.srcObject = null;
  void handlers.loadHlsPlayer().then((open) => {
    if (isStopped) return;
    const options = {
      address: () => address,
      onStale: () => handlers.onStale(),
      onQualities: () => undefined,
      onFailed: lose,
    };
    player = open(video, options);
    if (!player) playNatively();
  }, lose);

  let place = -1;
  let movedAt = Date.now();
  let state = 'starting';
  const check = () => {
    const now = Date.now();
    if (video.currentTime !== place && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      place = video.currentTime;
      movedAt = now;
    }
    const still = now - movedAt;
    const next = video.readyState === 0 ? 'starting' : still > STALL_MS ? 'stalled' : 'playing';
    if (still > LOST_MS) return lose();
    if (next !== state) handlers.onState(next);
    state = next;
  };
  const timer = setInterval(check, CHECK_MS);
  return {
    renew(next) {
      address = next;
      player?.renew();
      if (!player) playNatively();
    },
    setMuted: (isMuted) => void (video.muted = isMuted),
    stop() {
      isStopped = true;
      clearInterval(timer);
      video.removeEventListener('error', lose);
      player?.close();
    },
  };
}
