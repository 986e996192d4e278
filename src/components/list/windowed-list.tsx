import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isServersPage } from '../hooks/servers-page';
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
/** How far from the screen a group stays. */
const KEEP = '1500px';

/** Heights of groups that were on screen, by list and place: coming back, the page is as long as it was. */
const heights = new Map<string, number>();

/**
 * A long list of which only the part near the screen is in the document; the rest keeps its place as empty boxes of the
 * same height. A group that holds the focus, or plays with sound, stays wherever it is. The server draws the first group only:
 * the next ones come when the reader comes near.
 */
export function WindowedList<T extends string>({ name, items, render, groupClassName }: WindowedListProps<T>) {
  const groups = Array.from({ length: Math.ceil(items.length / GROUP) }, (_, group) => group * GROUP);
  return groups.map((start) => (
    <Group
      key={start}
      name={`${name}/${start}`}
      isFirst={start === 0}
      className={groupClassName}
      render={() =>
        items.slice(start, start + GROUP).map((item, index) => (
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
  isFirst: boolean;
  className?: string;
  render: () => ReactNode;
}

function Group({ name, isFirst, className, render }: GroupProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(() => {
    if (isFirst) return null;
    return heights.get(name) ?? (isServersPage() ? 0 : null);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    if (typeof IntersectionObserver === 'undefined') {
      setHeight(null);
      return undefined;
    }
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setHeight(null);
        else if (!isBusy(element)) {
          heights.set(name, element.offsetHeight);
          setHeight(element.offsetHeight);
        }
      },
      { rootMargin: `${KEEP} 0px` },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [name]);
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
