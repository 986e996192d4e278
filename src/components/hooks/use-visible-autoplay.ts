import { useEffect, type RefObject } from 'react';
import { isOtherPlaying, releasePlayback, pauseOthers } from '../media/exclusive-playback';
import { observeIntersection } from './observe-intersection';

const VISIBLE_SHARE = 0.6;

/** Plays a mostly visible video while it is muted, unless data saver, reduced motion or other playback forbids it. */
export function useVisibleAutoplay(ref: RefObject<HTMLVideoElement | null>, enabled: boolean): void {
  useEffect(() => {
    const video = ref.current;
    if (!enabled || !video || !canPlayAlone()) return undefined;
    // The server's HTML lacks `muted`, without which browsers refuse autoplay.
    video.muted = true;
    const end = observeIntersection(
      video,
      ({ intersectionRatio }) => {
        if (!video.muted) return;
        if (intersectionRatio >= VISIBLE_SHARE) start(video);
        else video.pause();
      },
      { threshold: [0, VISIBLE_SHARE] },
    );
    return () => {
      end();
      releasePlayback(video);
    };
  }, [ref, enabled]);
}

function start(video: HTMLVideoElement): void {
  if (isOtherPlaying(video)) return;
  pauseOthers(video);
  video.play().catch(() => undefined);
}

function canPlayAlone(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
