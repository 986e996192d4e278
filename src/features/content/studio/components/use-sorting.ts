import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

/** Pixels a pointer moves before a press becomes a drag. */
const dragFrom = 5;

/**
 * Rows that are put in order by dragging a grip, with the mouse or a finger, or with the arrow keys on it. A press
 * without a move stays a press.
 *
 * @param count of rows; they carry `data-sort-row`.
 * @returns the place of the row that is being dragged, and what a row's grip listens to.
 */
export function useSorting(count: number, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const press = useRef<{ y: number; at: number; isDrag: boolean } | null>(null);

  const end = () => setDragged(null);
  return {
    dragged,
    gripProps: (index: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        press.current = { y: event.clientY, at: index, isDrag: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const held = press.current;
        if (!held || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        if (!held.isDrag && Math.abs(event.clientY - held.y) < dragFrom) return;
        held.isDrag = true;
        const to = rowAt(event.currentTarget, event.clientY);
        if (to !== held.at) {
          onMove(held.at, to);
          held.at = to;
        }
        setDragged(held.at);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onKeyDown(event: KeyboardEvent) {
        const to = index + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0);
        if (to === index) return;
        event.preventDefault();
        if (to >= 0 && to < count) onMove(index, to);
      },
      onClickCapture(event: MouseEvent) {
        // The end of a drag is no press.
        if (!press.current?.isDrag) return;
        press.current = null;
        event.preventDefault();
        event.stopPropagation();
      },
    }),
  };
}

/** The row whose place a pointer at that height means. */
function rowAt(grip: HTMLElement, y: number): number {
  const rows = [...(grip.closest('ul')?.querySelectorAll('[data-sort-row]') ?? [])];
  const above = rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height;
  });
  return Math.min(above.length, rows.length - 1);
}
