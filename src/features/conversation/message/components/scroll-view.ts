/** Pixels from the end of the list that count as being there. */
const nearEnd = 80;

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

const heightsOf = ({ scrollHeight, clientHeight }: HTMLElement) => ({ content: scrollHeight, frame: clientHeight });

export const findMessage = (frame: HTMLElement, id: string) =>
  frame.querySelector<HTMLElement>(`[data-message="${id}"]`);

/** Pixels from the upper edge of the frame. */
export const topIn = (frame: HTMLElement, element: HTMLElement) =>
  element.getBoundingClientRect().top - frame.getBoundingClientRect().top;

/**
 * Notes where the reader is.
 *
 * @param reachesEnd the end of what is here is the end of the conversation.
 * @returns whether they are so far from the end that they want a way there.
 */
export function lookAt(frame: HTMLElement, view: View, reachesEnd: boolean): boolean {
  const below = frame.scrollHeight - frame.scrollTop - frame.clientHeight;
  view.isAtEnd = reachesEnd && below < nearEnd;
  view.anchor = findAnchor(frame);
  view.heights = heightsOf(frame);
  return !reachesEnd || below > Math.max(nearEnd, frame.clientHeight / 2);
}

/**
 * Whether content or frame changed since the place was last set. The event of an earlier scroll comes late, perhaps after
 * more has come in: where it finds the end then says nothing of where the reader went.
 */
export function hasResized(frame: HTMLElement, { heights }: View): boolean {
  const { content, frame: height } = heightsOf(frame);
  return content !== heights.content || height !== heights.frame;
}

/** Puts what is read back to where it stood, or goes on to the end with who is there. */
export function keepAnchor(frame: HTMLElement, view: View): void {
  const { isAtEnd, anchor } = view;
  view.heights = heightsOf(frame);
  if (isAtEnd) {
    frame.scrollTop = frame.scrollHeight;
    return;
  }
  const element = anchor.id ? findMessage(frame, anchor.id) : null;
  if (element) frame.scrollTop += topIn(frame, element) - anchor.top;
}

function findAnchor(frame: HTMLElement): View['anchor'] {
  const edge = frame.getBoundingClientRect().top;
  for (const element of frame.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { id: element.dataset['message'] ?? '', top: top - edge };
  }
  return { id: '', top: 0 };
}
