import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { isHydrating } from '../hooks/hydration';
import { observeIntersection } from '../hooks/observe-intersection';
import { PartBoundary } from '../states/part-boundary';

interface WindowedListProps<T extends string> {
  /** Tells this list from others, so that coming back to it finds the same heights. */
  name: string;
  /** Ids, each once. */
  items: T[];
  render: (item: T, index: number) => ReactNode;
  /** For the boxes of items, between which a hairline may stand. */
  boxClassName?: string;
}

/** Items that the server draws: more than any first screen shows. */
const FIRST = 3;
/** Those behind them that are drawn without waiting for the reader. */
const SECOND = 6;
/** How far from the screen an item stays. */
const KEEP = '1500px';

/** Heights of items that were on screen, by list: coming back, the page is as long as it was. */
const heights = new Map<string, number>();

/**
 * A long list of which only the part near the screen is in the document; each other item keeps its place as an empty box of the
 * same height. One that holds the focus, or plays with sound, stays wherever it is. The server draws the first few only: the next
 * come once the page is taken over, the others when the reader comes near.
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
  /** From 0. */
  place: number;
  className?: string;
  render: () => ReactNode;
}

function Box({ name, place, className, render }: BoxProps) {
  // Where it stood at first: what comes above it changes nothing.
  const [start] = useState(place);
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(() => {
    if (start < FIRST) return null;
    return heights.get(name) ?? (isHydrating() ? 0 : null);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // Short pages end with these, drawn already or not: all of them can be found there.
    let isDue = start >= FIRST && start < FIRST + SECOND && !heights.has(name);
    // What a new page draws besides its first screen gives way to whatever its reader does.
    let draw: (change: () => void) => void = startTransition;
    return observeIntersection(
      element,
      ({ isIntersecting }) => {
        if (isIntersecting || isDue) {
          isDue = false;
          draw(() => setHeight(null));
        } else if (element.hasChildNodes() && !isBusy(element)) {
          // One that is still to be drawn has no height yet, and is drawn before it goes.
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
