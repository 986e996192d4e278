import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_END_PX = 80;

export interface View {
  isAtEnd: boolean;
  /** The reader wants to go to the end, which is not loaded yet. */
  wantsEnd: boolean;
  isPlaced: boolean;
  /** Values at the last update. */
  lastId: string;
  outgoing: number;
  /** The first message in view, and its distance from the top edge in pixels. */
  anchor: { id: string; top: number };
  /** Heights in pixels when the position was last set or saved. */
  heights: { content: number; frame: number };
}

const getHeights = ({ scrollHeight, clientHeight }: HTMLElement) => ({ content: scrollHeight, frame: clientHeight });

const findMessage = (frame: HTMLElement, id: string) => frame.querySelector<HTMLElement>(`[data-message="${id}"]`);

const getTopWithin = (frame: HTMLElement, element: HTMLElement) =>
  element.getBoundingClientRect().top - frame.getBoundingClientRect().top;

function updateView(frame: HTMLElement, view: View, reachesEnd: boolean): boolean {
  const below = frame.scrollHeight - frame.scrollTop - frame.clientHeight;
  view.isAtEnd = reachesEnd && below < NEAR_END_PX;
  view.anchor = findAnchor(frame);
  view.heights = getHeights(frame);
  return !reachesEnd || below > Math.max(NEAR_END_PX, frame.clientHeight / 2);
}

/** Whether sizes changed since then: a scroll event after a resize does not mean that the reader scrolled. */
function hasResized(frame: HTMLElement, { heights }: View): boolean {
  const { content, frame: height } = getHeights(frame);
  return content !== heights.content || height !== heights.frame;
}

function restoreAnchor(frame: HTMLElement, view: View): void {
  const { isAtEnd, anchor } = view;
  view.heights = getHeights(frame);
  if (isAtEnd) {
    frame.scrollTop = frame.scrollHeight;
    return;
  }
  const element = anchor.id ? findMessage(frame, anchor.id) : null;
  if (element) frame.scrollTop += getTopWithin(frame, element) - anchor.top;
}

function findAnchor(frame: HTMLElement): View['anchor'] {
  const edge = frame.getBoundingClientRect().top;
  for (const element of frame.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { id: element.dataset['message'] ?? '', top: top - edge };
  }
  return { id: '', top: 0 };
}

/** Vertical position of the first unread or the searched message, as a fraction of the height. */
const UNREAD_LINE_POSITION = 0.2;

interface ThreadScroll {
  ids: readonly string[];
  theirIds: ReadonlySet<string>;
  /** Number of messages being sent: the user's own message always scrolls the view to the end. */
  outgoing: number;
  isReady: boolean;
  reachesEnd: boolean;
  /** The message to open at; null for the end. */
  openAtId: string | null;
  /** True if that message and all later ones are unread. */
  isUnread: boolean;
}

const atEnd = (): View => ({
  isAtEnd: true,
  wantsEnd: false,
  isPlaced: false,
  lastId: '',
  outgoing: 0,
  anchor: { id: '', top: 0 },
  heights: { content: 0, frame: 0 },
});

/** Keeps the end in view for a reader at the end; otherwise keeps the message being read in place, even if heights change. */
export function useThreadScroll({ ids, theirIds, outgoing, isReady, reachesEnd, openAtId, isUnread }: ThreadScroll) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  const [missed, setMissed] = useState(0);
  const view = useRef(atEnd());

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const was = view.current;
    const place = !was.isPlaced && openAtId ? findMessage(element, openAtId) : null;
    if (place) {
      element.scrollTop += getTopWithin(element, place) - element.clientHeight * UNREAD_LINE_POSITION;
      was.isPlaced = true;
      const after = isUnread ? ids.slice(ids.indexOf(openAtId ?? '')) : [];
      setMissed(after.filter((id) => theirIds.has(id)).length);
    } else {
      if (isReady) was.isPlaced = true;
      if (outgoing > was.outgoing) was.wantsEnd = true;
      if (was.wantsEnd && reachesEnd) Object.assign(was, { isAtEnd: true, wantsEnd: false });
      restoreAnchor(element, was);
      const known = ids.indexOf(was.lastId);
      // Pages of messages loaded on the way to the end contain nothing new.
      const isNews = known >= 0 && !was.isAtEnd && reachesEnd;
      const fresh = isNews ? ids.slice(known + 1).filter((id) => theirIds.has(id)) : [];
      if (fresh.length > 0) setMissed((count) => count + fresh.length);
    }
    Object.assign(was, { lastId: ids.at(-1) ?? '', outgoing });
    setIsAway(updateView(element, was, reachesEnd));
    if (was.isAtEnd) setMissed(0);
  }, [ids, theirIds, outgoing, isReady, openAtId, isUnread, reachesEnd]);

  useEffect(() => {
    const element = frame.current;
    if (!element || !content.current) return undefined;
    // Heights change when images load or a phone's keyboard opens.
    const sizes = new ResizeObserver(() => restoreAnchor(element, view.current));
    sizes.observe(element);
    sizes.observe(content.current);
    return () => sizes.disconnect();
  }, []);

  const handleScroll = () => {
    if (!frame.current) return;
    if (view.current.isAtEnd && hasResized(frame.current, view.current)) restoreAnchor(frame.current, view.current);
    setIsAway(updateView(frame.current, view.current, reachesEnd));
    if (view.current.isAtEnd) setMissed(0);
  };
  const toEnd = () => {
    if (!frame.current) return;
    Object.assign(view.current, { isAtEnd: true, wantsEnd: !reachesEnd });
    restoreAnchor(frame.current, view.current);
    handleScroll();
  };
  return { frame, content, isAway, missed, toEnd, handleScroll };
}
