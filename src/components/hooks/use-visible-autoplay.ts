import { useEffect, type RefObject } from 'react';
import { isOtherPlaying, releasePlayback, pauseOthers } from '../media/exclusive-playback';
import { observeIntersection } from './observe-intersection';

/** Part of a film that must be in view before it starts by itself. */
const VISIBLE_SHARE = 0.6;

/**
 * Plays a muted film while most of it is in view, one at a time; never on a data saver, with reduced motion or while the
 * reader listens to something else, and keeps its hands off once the reader has taken over (sound on).
 */
export function useVisibleAutoplay(ref: RefObject<HTMLVideoElement | null>, enabled: boolean): void {
  useEffect(() => {
    const video = ref.current;
    if (!enabled || !video || !canPlayAlone()) return undefined;
    // Server-made markup carries no `muted`; without it browsers refuse to start.
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
  // Browsers may refuse to start; then the play mark stays.
  video.play().catch(() => undefined);
}

function canPlayAlone(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
