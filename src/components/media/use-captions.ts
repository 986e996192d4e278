import { useEffect, useState } from 'react';

/** Words for those who cannot hear a film. */
export interface FilmCaptions {
  /** BCP 47. */
  language: string;
  /** Asked for when the film is started. @returns an address of this page's own, which is given back */
  load: () => Promise<string | undefined>;
}

/** Where the words of a running film are; undefined until they are here. */
export function useCaptions(captions: FilmCaptions | undefined, isStarted: boolean): string | undefined {
  const [src, setSrc] = useState<string>();
  const load = isStarted ? captions?.load : undefined;
  useEffect(() => {
    if (!load || src) return;
    let isGone = false;
    void load().then((address) => {
      if (isGone && address) URL.revokeObjectURL(address);
      else setSrc(address);
    });
    return () => void (isGone = true);
    // One that came is kept while links are renewed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [Boolean(load)]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return src;
}
