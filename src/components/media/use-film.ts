import { useEffect, useRef, useState, type RefObject } from 'react';
import { useHlsStream } from './use-hls-stream';

/** URLs change while the video plays, because links expire within minutes. */
export interface VideoSource {
  /** The plain file, which every browser plays. */
  src: string;
  hls?: string | null;
  /** Called when a link has expired: pass a new one as a prop. */
  onStale?: () => void;
}

const HLS = 'application/vnd.apple.mpegurl';
const canStream = () => 'MediaSource' in window || 'ManagedMediaSource' in window;

/**
 * Uses the plain file until the video is started, then HLS if there is any: by hls.js where it can run, since it renews links
 * and selects qualities, otherwise by the browser. A new link replaces a failed one at the same position.
 * @returns the element's URL; undefined while hls.js feeds it
 */
export function useVideoSource(video: RefObject<HTMLMediaElement | null>, source: VideoSource, isStarted: boolean) {
  const hasStream = isStarted && Boolean(source.hls);
  const stream = useHlsStream(video, source, hasStream && canStream());
  const { isFed, qualities, quality, chooseQuality } = stream;
  const isNative = hasStream && !stream.hasFailed && !isFed && Boolean(video.current?.canPlayType(HLS));
  const wanted = (isNative && source.hls) || source.src;
  const [held, setHeld] = useState(wanted);
  const [isBroken, setIsBroken] = useState(false);
  // Another video, or the change from file to HLS, takes effect immediately; a new link waits until the old one fails.
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
    /** Its link failed and no new one has arrived. */
    isBroken: isBroken && !isFed,
    handleError() {
      if (isFed) return;
      setIsBroken(true);
      if (isStarted) ensurePosition();
      source.onStale?.();
    },
    tryAgain() {
      setIsBroken(false);
      stream.tryAgain();
      video.current?.load();
      source.onStale?.();
    },
  };
}

/** Resumes at the same position after a change of source. @returns a function that makes the next source start automatically */
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
