import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { isHydrating } from '../hooks/hydration';
import { observeIntersection } from '../hooks/observe-intersection';
import { PartBoundary } from '../states/part-boundary';

interface WindowedListProps<T extends string> {
  /** Identifies the list, whose item heights are saved until the user returns to it. */
  name: string;
  items: T[];
  render: (item: T, index: number) => ReactNode;
  boxClassName?: string;
}

/** Items rendered by the server: more than any first screen shows. */
const FIRST = 3;
/** Further items rendered after hydration, before the user scrolls. */
const SECOND = 6;
const KEEP = '1500px';

/** By list and item: the page has the same length when the user returns. */
const heights = new Map<string, number>();

/**
 * Renders only the items near the screen; the others are empty boxes of the same height. Items that have the focus or play with
 * sound always stay. The server renders the first few, the next ones follow after hydration, the others when they come near.
 */
export function WindowedList<T extends string>({ name, items, render, boxClassName }: WindowedListProps<T>) {
  return items.map((item, index) => (
    <Box
      key={item}
      name={`${name}/${item}`}
      place={index}
      className={boxClassName}
      render={() => <PartBoundary part={`item of ${name}`}>{render(item, index)}</PartBoundary>}
    />
  ));
}

interface BoxProps {
  name: string;
  place: number;
  className?: string;
  render: () => ReactNode;
}

function Box({ name, place, className, render }: BoxProps) {
  // Items inserted above must change nothing, so only the initial position counts.
  const [start] = useState(place);
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(() => {
    if (start < FIRST) return null;
    return heights.get(name) ?? (isHydrating() ? 0 : null);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // Short pages end with these items: render them without scrolling, so that the browser's search finds them all.
    let isDue = start >= FIRST && start < FIRST + SECOND && !heights.has(name);
    // The first render beyond the first screen yields to user input.
    let draw: (change: () => void) => void = startTransition;
    return observeIntersection(
      element,
      ({ isIntersecting }) => {
        if (isIntersecting || isDue) {
          isDue = false;
          draw(() => setHeight(null));
        } else if (element.hasChildNodes() && !isBusy(element)) {
          // An item that is not rendered yet has no height to save.
          heights.set(name, element.offsetHeight);
          setHeight(element.offsetHeight);
        }
        draw = (change) => change();
      },
      { rootMargin: `${KEEP} 0px` },
    );
  }, [name, start]);
  return (
    <div ref={box} className={className} style={height === null ? undefined : { height }}>
      {height === null && render()}
    </div>
  );
}

function isBusy(box: HTMLElement): boolean {
  if (box.contains(document.activeElement)) return true;
  return [...box.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused, muted }) => !paused && !muted);
}
