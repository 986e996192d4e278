import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { isServersPage } from '../hooks/servers-page';
import { watchView } from '../hooks/watch-view';
import { PartBoundary } from '../states/part-boundary';

interface WindowedListProps<T extends string> {
  /** Tells this list from others, so that coming back to it finds the same heights. */
  name: string;
  /** Ids, each once. */
  items: T[];
  render: (item: T, index: number) => ReactNode;
  /** For the groups between which a hairline may stand. */
  groupClassName?: string;
}

/** Items that come and go together. */
const GROUP = 6;
/** Those of the first group, which the server draws: more than any first screen shows. */
const FIRST = 3;
/** How far from the screen a group stays. */
const KEEP = '1500px';

/** Heights of groups that were on screen, by list and place: coming back, the page is as long as it was. */
const heights = new Map<string, number>();

/**
 * A long list of which only the part near the screen is in the document; the rest keeps its place as empty boxes of the
 * same height. A group that holds the focus, or plays with sound, stays wherever it is. The server draws the first group only:
 * the second comes once the page is taken over, the others when the reader comes near.
 */
export function WindowedList<T extends string>({ name, items, render, groupClassName }: WindowedListProps<T>) {
  const later = Math.ceil(Math.max(0, items.length - FIRST) / GROUP);
  const starts = [0, ...Array.from({ length: later }, (_, group) => FIRST + group * GROUP)];
  return starts.map((start, group) => (
    <Group
      key={start}
      name={`${name}/${start}`}
      place={group}
      className={groupClassName}
      render={() =>
        items.slice(start, starts[group + 1]).map((item, index) => (
          <PartBoundary key={item} part={`item of ${name}`}>
            {render(item, start + index)}
          </PartBoundary>
        ))
      }
    />
  ));
}

interface GroupProps {
  name: string;
  /** 0 for the first. */
  place: number;
  className?: string;
  render: () => ReactNode;
}

function Group({ name, place, className, render }: GroupProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(() => {
    if (place === 0) return null;
    return heights.get(name) ?? (isServersPage() ? 0 : null);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    // Short pages end with this one, drawn already or not: all of them can be found there.
    let isDue = place === 1 && !heights.has(name);
    // What a new page draws besides its first screen gives way to whatever its reader does.
    let draw: (change: () => void) => void = startTransition;
    return watchView(
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
  }, [name, place]);
  return (
    <div ref={box} className={className} style={height === null ? undefined : { height }}>
      {height === null && render()}
    </div>
  );
}

function isBusy(group: HTMLElement): boolean {
  if (group.contains(document.activeElement)) return true;
  return [...group.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused, muted }) => !paused && !muted);
}
