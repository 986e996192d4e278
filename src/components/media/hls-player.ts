import { needsSession } from '@/lib/session-for-files';
import Hls, { ErrorTypes, Events, type ErrorData } from 'hls.js/light';

/** `level` is the index of the quality in hls.js. */
export interface Quality {
  level: number;
  label: string;
}

interface StreamOptions {
  /** Returns the newest playlist URL: its signature also works for the URLs in older playlists. */
  address(): string;
  onStale(): void;
  onQualities(qualities: Quality[]): void;
  onFailed(): void;
}

/** If there is no new link after this time, the plain file is tried. */
const RENEWAL_MS = 10_000;

export interface HlsPlayer {
  choose(level: number): void;
  renew(): void;
  close(): void;
}

/** Plays HLS by hls.js, which adapts the quality to the connection. Loaded when the first video starts. */
export function createHlsPlayer(video: HTMLMediaElement, options: StreamOptions): HlsPlayer | null {
  if (!Hls.isSupported()) return null;
  const hls = new Hls({
    // hls.js creates its worker from text, which the site's policy forbids; unpacking fragments is light work anyway.
    enableWorker: false,
    capLevelToPlayerSize: true,
    xhrSetup(xhr, url) {
      const address = options.address();
      const fresh = new URL(url);
      if (address) fresh.search = new URL(address).search;
      xhr.open('GET', fresh.href, true);
      xhr.withCredentials = needsSession(fresh.href);
    },
  });
  let isWaiting = false;
  let hasRecovered = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const onError = (_event: unknown, { fatal, type, response }: ErrorData) => {
    if (response?.code === 403) {
      isWaiting = true;
      hls.stopLoad();
      clearTimeout(renewal);
      renewal = setTimeout(options.onFailed, RENEWAL_MS);
      return options.onStale();
    }
    if (!fatal) return undefined;
    if (type === ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      return hls.recoverMediaError();
    }
    return options.onFailed();
  };
  hls.on(Events.ERROR, onError);
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    options.onQualities(levels.map(({ width, height }, level) => ({ level, label: `${Math.min(width, height)}p` })));
    video.play().catch(() => undefined);
  });
  hls.loadSource(options.address());
  hls.attachMedia(video);
  return {
    choose: (level) => void (hls.currentLevel = level),
    renew() {
      if (!isWaiting) return;
      isWaiting = false;
      clearTimeout(renewal);
      if (hls.levels.length > 0) hls.startLoad();
      else hls.loadSource(options.address());
    },
    close() {
      clearTimeout(renewal);
      hls.destroy();
    },
  };
}
