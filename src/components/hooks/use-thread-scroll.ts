import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end of the list that count as being there. */
const NEAR_END_PX = 80;

/** Where the reader of a conversation is. */
export interface View {
  isAtEnd: boolean;
  /** They want to be there as soon as it is here. */
  wantsEnd: boolean;
  /** It has come to where it opens. */
  isPlaced: boolean;
  /** What was known when it was last looked at. */
  lastId: string;
  outgoing: number;
  /** The first message in view, and its distance from the upper edge in pixels. */
  anchor: { id: string; top: number };
  /** Pixels of content and frame when its place was last set or noted. */
  heights: { content: number; frame: number };
}

const getHeights = ({ scrollHeight, clientHeight }: HTMLElement) => ({ content: scrollHeight, frame: clientHeight });

const findMessage = (frame: HTMLElement, id: string) => frame.querySelector<HTMLElement>(`[data-message="${id}"]`);

/** Pixels from the upper edge of the frame. */
const getTopWithin = (frame: HTMLElement, element: HTMLElement) =>
  element.getBoundingClientRect().top - frame.getBoundingClientRect().top;

/**
 * Updates the reader's position.
 *
 * @param reachesEnd the last loaded message is the newest of the conversation.
 * @returns whether they are so far from the end that a button to it helps.
 */
function updateView(frame: HTMLElement, view: View, reachesEnd: boolean): boolean {
  const below = frame.scrollHeight - frame.scrollTop - frame.clientHeight;
  view.isAtEnd = reachesEnd && below < NEAR_END_PX;
  view.anchor = findAnchor(frame);
  view.heights = getHeights(frame);
  return !reachesEnd || below > Math.max(NEAR_END_PX, frame.clientHeight / 2);
}

/**
 * Whether content or frame changed since the place was last set. The event of an earlier scroll comes late, perhaps after
 * more has come in: where it finds the end then says nothing of where the reader went.
 */
function hasResized(frame: HTMLElement, { heights }: View): boolean {
  const { content, frame: height } = getHeights(frame);
  return content !== heights.content || height !== heights.frame;
}

/** Scrolls back to the message that was read, or on to the end for a reader who is there. */
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

/** Where the first unread message, or the one that was searched for, is placed: a fraction of the height. */
const UNREAD_LINE_POSITION = 0.2;

interface ThreadScroll {
  /** Of the messages, oldest first. */
  ids: readonly string[];
  /** Those of the other party. */
  theirIds: ReadonlySet<string>;
  /** How many are on their way: an own message is always followed. */
  outgoing: number;
  /** The conversation was opened and what it opens with is here. */
  isReady: boolean;
  /** Nothing newer is missing below. */
  reachesEnd: boolean;
  /** The message to open at; the end when null. */
  openAtId: string | null;
  /** That message and what comes after it are unread. */
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

/**
 * Opens at a message or at the end, stays at the end while the reader is there, and else holds what they are reading
 * where it is, whatever comes in above or below or changes its height.
 *
 * @returns refs for the scrolling element and its content, whether the reader is away from the end, how many messages of
 * the other party came below meanwhile, the way to the end, and what to call when it is scrolled.
 */
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
      // Pages on the way down to the end are no news.
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
    // Pictures that load, and the keyboard of a phone, change heights.
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
