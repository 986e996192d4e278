import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Words for those who cannot hear a film. */
export interface FilmCaptions {
  /** BCP 47. */
  language: string;
  /** Asked for when the film is started. @returns an address of this page's own, which is given back */
  load: () => Promise<string | undefined>;
}

/** Where the words of a running film are; undefined until they are here. They stay while its links are renewed. */
export function useCaptions(captions: FilmCaptions | undefined, isStarted: boolean): string | undefined {
  const [src, setSrc] = useState<string>();
  const latest = useRef(captions);
  useLayoutEffect(() => {
    latest.current = captions;
  });
  const isWanted = isStarted && captions !== undefined;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    void latest.current?.load().then((address) => {
      if (isGone && address) URL.revokeObjectURL(address);
      else setSrc(address);
    });
    return () => void (isGone = true);
  }, [isWanted]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return src;
}
