import { useEffect, useState, type RefObject } from 'react';

const IDLE_MS = 3_000;

const events = [
  'play',
  'pause',
  'timeupdate',
  'durationchange',
  'volumechange',
  'ratechange',
  'progress',
  'seeking',
  'seeked',
  'loadedmetadata',
  'emptied',
];

export function usePlayback(video: RefObject<HTMLVideoElement | null>, box: RefObject<HTMLElement | null>) {
  const [state, setState] = useState(() => readPlayback(video.current));
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const [element, around] = [video.current, box.current];
    if (!element || !around) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const update = () => setState(readPlayback(element));
    for (const name of events) element.addEventListener(name, update, { signal });
    element.textTracks.addEventListener?.('change', update, { signal });
    document.addEventListener('fullscreenchange', update, { signal });
    let timer: ReturnType<typeof setTimeout>;
    const resetIdle = () => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIsIdle(true), IDLE_MS);
    };
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      around.addEventListener(name, resetIdle, { signal });
    update();
    resetIdle();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [video, box]);
  return { ...state, isIdle };
}

function readPlayback(element: HTMLVideoElement | null) {
  const [track] = element?.textTracks ?? [];
  const at = element?.currentTime ?? 0;
  const ranges = element?.buffered;
  const ends = Array.from({ length: ranges?.length ?? 0 }, (_, index) => [ranges?.start(index), ranges?.end(index)]);
  const [, buffered = 0] = ends.find(([start = 0, end = 0]) => start <= at && at <= end) ?? [];
  const length = element?.duration ?? 0;
  return {
    at,
    buffered,
    length: Number.isFinite(length) ? length : 0,
    isRunning: element ? !element.paused : false,
    isMuted: element?.muted ?? false,
    speed: element?.playbackRate ?? 1,
    hasCaptions: track !== undefined,
    showsCaptions: track?.mode === 'showing',
    isFull: document.fullscreenElement?.contains(element) ?? false,
  };
}
