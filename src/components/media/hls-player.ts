import Hls, { ErrorTypes, Events, type ErrorData } from 'hls.js/light';

/** A quality to choose: its place in the list, and what it is called. */
export interface Quality {
  level: number;
  label: string;
}

interface StreamOptions {
  /** The newest address of the list of qualities: its seal opens what older lists name. */
  address(): string;
  /** The link has run out: another is to be had. */
  onStale(): void;
  onQualities(qualities: Quality[]): void;
  /** It cannot be streamed: the plain film has to do. */
  onFailed(): void;
}

/** Milliseconds in which a new link has to come, or the plain film is tried. */
const RENEWAL_MS = 10_000;

export interface HlsPlayer {
  choose(level: number): void;
  /** There is a new link: whatever waited for it goes on. */
  renew(): void;
  close(): void;
}

/** Plays a film in the quality that the connection carries. Loaded when the first film is started. */
export function createHlsPlayer(video: HTMLMediaElement, options: StreamOptions): HlsPlayer | null {
  if (!Hls.isSupported()) return null;
  const hls = new Hls({
    // A worker would be made of text, which the site's policy forbids; unpacking fragments is light work.
    enableWorker: false,
    capLevelToPlayerSize: true,
    xhrSetup(xhr, url) {
      const address = options.address();
      const fresh = new URL(url);
      if (address) fresh.search = new URL(address).search;
      xhr.open('GET', fresh.href, true);
      // The links of a viewer open for their session only.
      xhr.withCredentials = true;
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
