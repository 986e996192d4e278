import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { HlsPlayer, Quality } from './hls-player';

/** Lets hls.js adapt the quality to the connection. */
const AUTOMATIC = -1;

interface HlsSource {
  hls?: string | null;
  onStale?: () => void;
}

export function useHlsStream(video: RefObject<HTMLMediaElement | null>, source: HlsSource, isWanted: boolean) {
  const [hasFailed, setHasFailed] = useState(false);
  const [qualities, setQualities] = useState<Quality[]>([]);
  const [quality, setQuality] = useState(AUTOMATIC);
  const player = useRef<HlsPlayer | null>(null);
  const latest = useRef(source);
  useLayoutEffect(() => {
    latest.current = source;
  });
  const isFed = isWanted && !hasFailed;

  useEffect(() => {
    const element = video.current;
    if (!isFed || !element) return undefined;
    let isGone = false;
    const fail = () => {
      if (!isGone) setHasFailed(true);
    };
    import('./hls-player').then(({ createHlsPlayer }) => {
      if (isGone) return;
      const opened = createHlsPlayer(element, {
        address: () => latest.current.hls ?? '',
        onStale: () => latest.current.onStale?.(),
        onQualities: setQualities,
        onFailed: fail,
      });
      player.current = opened;
      if (!opened) fail();
    }, fail);
    return () => {
      isGone = true;
      player.current?.close();
      player.current = null;
      setQualities([]);
    };
  }, [isFed, video]);
  const { hls } = source;
  useEffect(() => {
    if (hls) player.current?.renew();
  }, [hls]);

  return {
    isFed,
    hasFailed,
    qualities,
    quality,
    chooseQuality(level: number) {
      setQuality(level);
      player.current?.choose(level);
    },
    tryAgain: () => setHasFailed(false),
  };
}
