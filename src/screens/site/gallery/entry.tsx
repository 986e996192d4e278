import { useEffect, useEffectEvent, useRef, type ComponentType, type ReactNode } from 'react';

/** The components of one file, in all their states. */
export interface GalleryEntry {
  name: string;
  /** Path below `src/components`. */
  file: string;
  note?: string;
  /** Shows light and dark below each other, for components that need the width. */
  isWide?: boolean;
  Show: ComponentType;
}

interface StateProps {
  label: string;
  /** Shows the children beside each other, as many as fit. */
  isRow?: boolean;
  children: ReactNode;
}

/** One state or variant of a component, below its name. */
export function State({ label, isRow, children }: StateProps) {
  return (
    <div className="stack stack--sm">
      <p className="xs muted">{label}</p>
      <div className={isRow ? 'row row--wrap' : undefined}>{children}</div>
    </div>
  );
}

interface LinksProps {
  onFollow?: (href: string) => void;
  className?: string;
  theme?: 'light' | 'dark';
  children: ReactNode;
}

/** Contains links that lead nowhere: a press on one only reports its address. */
export function Links({ onFollow, className, theme, children }: LinksProps) {
  const box = useRef<HTMLDivElement>(null);
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest('a[href]');
    if (!link) return;
    // Next.js does not follow a link whose event was prevented before.
    event.preventDefault();
    onFollow?.(link.getAttribute('href') ?? '');
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const handleClick = (event: MouseEvent) => follow(event);
    element.addEventListener('click', handleClick, { capture: true });
    return () => element.removeEventListener('click', handleClick, { capture: true });
  }, []);
  return (
    <div ref={box} className={className} data-theme={theme}>
      {children}
    </div>
  );
}
