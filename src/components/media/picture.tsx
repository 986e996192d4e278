import { ImageOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { getSrcSet, type PictureDetail } from '@/lib/media-file';
import { Icon } from '../basic/icon';
import styles from './picture.module.css';

interface PictureProps extends ComponentPropsWithoutRef<'img'>, PictureDetail {
  src: string;
  alt: string;
  /** Shown if the image fails: by default an icon, nothing if null. */
  fallback?: ReactNode;
}

/** Shows a blurred placeholder while loading. If the image fails, shows its JPEG if there is one, then `fallback`. */
export function Picture({ fallback, src, alt, srcSet: widths, sources, thumbHash, ...rest }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const img = useRef<HTMLImageElement>(null);
  usePlaceholder(img, thumbHash);
  const srcSet = getSrcSet(sources) ?? widths;
  const plain = sources?.find(({ mimeType }) => mimeType === 'image/jpeg')?.url;
  const shown = [src, plain].find((address) => address !== undefined && !failed.includes(address));
  useLayoutEffect(() => {
    const element = img.current;
    // An image that failed before hydration fires no event.
    if (shown !== undefined && element?.complete && element.naturalWidth === 0 && element.src !== '')
      setFailed((before) => [...before, shown]);
  }, [shown]);
  if (shown === undefined) {
    return fallback !== undefined ? (
      fallback
    ) : (
      <span className={styles.broken} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
        <Icon of={ImageOff} />
      </span>
    );
  }
  return (
    <img
      {...rest}
      ref={img}
      srcSet={shown === src ? srcSet : undefined}
      src={shown}
      alt={alt}
      onError={() => setFailed((before) => [...before, shown])}
    />
  );
}

/** Draws the blurred placeholder. Its code is loaded late: if the image arrives first, it is not needed. */
function usePlaceholder(img: { current: HTMLImageElement | null }, thumbHash: string | undefined): void {
  useLayoutEffect(() => {
    const element = img.current;
    if (!element || !thumbHash || element.complete) return undefined;
    const end = new AbortController();
    const clear = () => {
      end.abort();
      element.style.backgroundImage = '';
    };
    element.addEventListener('load', clear, { signal: end.signal });
    import('./thumb-hash').then(
      ({ drawThumbHash }) => {
        if (end.signal.aborted) return;
        const drawn = drawThumbHash(thumbHash);
        if (drawn) Object.assign(element.style, { backgroundImage: `url("${drawn}")`, backgroundSize: '100% 100%' });
      },
      () => undefined,
    );
    return clear;
  }, [img, thumbHash]);
}
