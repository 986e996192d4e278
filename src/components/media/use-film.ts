import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Quality, HlsPlayer } from './hls-player';

/** Addresses change while the video plays, as links expire within minutes. */
export interface VideoSource {
  /** The plain film, which everything plays. */
  src: string;
  /** The list of its qualities, where there is one. */
  hls?: string | null;
  /** A link has run out: hands in another by new properties. */
  onStale?: () => void;
}

/** Lets the connection decide. */
const AUTOMATIC = -1;
const HLS = 'application/vnd.apple.mpegurl';
const canStream = () => 'MediaSource' in window || 'ManagedMediaSource' in window;

/**
 * Uses the plain file until the video is started, then the HLS stream where there is one: by hls.js where the browser supports
 * it, as it renews links and selects qualities, else by the browser. A new link is used once the old one fails, at the same
 * position.
 *
 * @returns the address for the element, or undefined while hls.js feeds it.
 */
export function useVideoSource(video: RefObject<HTMLMediaElement | null>, source: VideoSource, isStarted: boolean) {
  const [cannotStream, setCannotStream] = useState(false);
  const [qualities, setQualities] = useState<Quality[]>([]);
  const [quality, setQuality] = useState(AUTOMATIC);
  const stream = useRef<HlsPlayer | null>(null);
  const latest = useRef(source);
  useLayoutEffect(() => {
    latest.current = source;
  });
  const hasStream = isStarted && Boolean(source.hls) && !cannotStream;
  const isFed = hasStream && canStream();
  const isNative = hasStream && !isFed && Boolean(video.current?.canPlayType(HLS));
  const wanted = (isNative && source.hls) || source.src;
  const [held, setHeld] = useState(wanted);
  const [isBroken, setIsBroken] = useState(false);
  // Another film, or another way to play this one, begins at once; another link waits for the old one to fail.
  const isOtherLink = getPath(held) === getPath(wanted);
  if (held !== wanted && (!isStarted || !isOtherLink || isBroken)) {
    setHeld(wanted);
    setIsBroken(false);
  }

  useEffect(() => {
    const element = video.current;
    if (!isFed || !element) return undefined;
    let isGone = false;
    const disableStreaming = () => {
      if (!isGone) setCannotStream(true);
    };
    import('./hls-player').then(({ createHlsPlayer }) => {
      if (isGone) return;
      const opened = createHlsPlayer(element, {
        address: () => latest.current.hls ?? '',
        onStale: () => latest.current.onStale?.(),
        onQualities: setQualities,
        onFailed: disableStreaming,
      });
      stream.current = opened;
      if (!opened) disableStreaming();
    }, disableStreaming);
    return () => {
      isGone = true;
      stream.current?.close();
      stream.current = null;
      setQualities([]);
    };
  }, [isFed, video]);
  const { hls } = source;
  useEffect(() => {
    if (hls) stream.current?.renew();
  }, [hls]);

  // What replaces a source that broke, or a stream that failed, goes on where that stopped.
  const place = useRef<number | null>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || !isStarted) return undefined;
    const recordPosition = () => {
      if (element.currentTime > 0) place.current = element.currentTime;
    };
    element.addEventListener('timeupdate', recordPosition);
    return () => element.removeEventListener('timeupdate', recordPosition);
  }, [isStarted, video]);
  useEffect(() => {
    const element = video.current;
    if (held && element && isStarted && !isFed && place.current !== null) playFrom(element, place.current);
  }, [held, isFed, isStarted, video]);

  return {
    src: isFed ? undefined : held,
    qualities,
    quality,
    chooseQuality(level: number) {
      setQuality(level);
      stream.current?.choose(level);
    },
    /** Its address does not open, and no other one has come. */
    isBroken: isBroken && !isFed,
    /** The element could not go on. */
    handleError() {
      if (isFed) return;
      setIsBroken(true);
      if (isStarted) place.current ??= 0;
      source.onStale?.();
    },
    /** Asks for the file once more. */
    tryAgain() {
      setIsBroken(false);
      setCannotStream(false);
      video.current?.load();
      source.onStale?.();
    },
  };
}

const getPath = (address: string): string => address.replace(/[?#].*/, '');

function playFrom(element: HTMLMediaElement, seconds: number): void {
  element.currentTime = seconds;
  element.play().catch(() => undefined);
}
