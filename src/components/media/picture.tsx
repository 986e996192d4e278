import { ImageOff } from 'lucide-react';
import { useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Icon } from '../basic/icon';
import styles from './picture.module.css';

interface PictureProps extends ComponentPropsWithRef<'img'> {
  src: string;
  alt: string;
  /** In its place when it cannot be read; a plain sign when left out. */
  fallback?: ReactNode;
}

/** A picture that may not be readable: instead of the browser's broken sign its place keeps a quiet one. */
export function Picture({ fallback, src, alt, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) {
    return (
      fallback ?? (
        <span className={styles.broken} {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}>
          <Icon of={ImageOff} />
        </span>
      )
    );
  }
  return <img {...rest} src={src} alt={alt} onError={() => setBroken(src)} />;
}
