import { useEffect, useRef, useState, type RefObject } from 'react';
import { useHlsStream } from './use-hls-stream';

/** Addresses change while the video plays, as links expire within minutes. */
export interface VideoSource {
  /** The plain film, which everything plays. */
  src: string;
  /** The list of its qualities, where there is one. */
  hls?: string | null;
  /** A link has run out: hands in another by new properties. */
  onStale?: () => void;
}

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
  const hasStream = isStarted && Boolean(source.hls);
  const stream = useHlsStream(video, source, hasStream && canStream());
  const { isFed, qualities, quality, chooseQuality } = stream;
  const isNative = hasStream && !stream.hasFailed && !isFed && Boolean(video.current?.canPlayType(HLS));
  const wanted = (isNative && source.hls) || source.src;
  const [held, setHeld] = useState(wanted);
  const [isBroken, setIsBroken] = useState(false);
  // Another film, or another way to play this one, begins at once; another link waits for the old one to fail.
  const isOtherLink = getPath(held) === getPath(wanted);
  if (held !== wanted && (!isStarted || !isOtherLink || isBroken)) {
    setHeld(wanted);
    setIsBroken(false);
  }

  const src = isFed ? undefined : held;
  const ensurePosition = useContinuedPlayback(video, src, isStarted);

  return {
    src,
    qualities,
    quality,
    chooseQuality,
    /** Its address does not open, and no other one has come. */
    isBroken: isBroken && !isFed,
    /** The element could not go on. */
    handleError() {
      if (isFed) return;
      setIsBroken(true);
      if (isStarted) ensurePosition();
      source.onStale?.();
    },
    /** Asks for the file once more. */
    tryAgain() {
      setIsBroken(false);
      stream.tryAgain();
      video.current?.load();
      source.onStale?.();
    },
  };
}

/**
 * A source that replaces a broken one, or a stream that failed, goes on where that stopped.
 *
 * @returns makes the next source begin by itself also where nothing was played yet.
 */
function useContinuedPlayback(video: RefObject<HTMLMediaElement | null>, src: string | undefined, isStarted: boolean) {
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
    if (src && element && isStarted && place.current !== null) playFrom(element, place.current);
  }, [src, isStarted, video]);
  return () => {
    place.current ??= 0;
  };
}

const getPath = (address: string): string => address.replace(/[?#].*/, '');

function playFrom(element: HTMLMediaElement, seconds: number): void {
  element.currentTime = seconds;
  element.play().catch(() => undefined);
}
