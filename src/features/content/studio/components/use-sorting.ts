import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

const MIN_DRAG_PX = 5;

/**
 * Sorts rows by dragging a grip, or with the arrow keys on it.
 * @param count number of rows, which need the attribute `data-sort-row`
 * @returns the index of the dragged row, and the event handlers of a grip
 */
export function useSorting(count: number, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const press = useRef<{ y: number; at: number; isDrag: boolean } | null>(null);

  const endDrag = () => setDragged(null);
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
        if (!held.isDrag && Math.abs(event.clientY - held.y) < MIN_DRAG_PX) return;
        held.isDrag = true;
        const to = findRowIndex(event.currentTarget, event.clientY);
        if (to !== held.at) {
          onMove(held.at, to);
          held.at = to;
        }
        setDragged(held.at);
      },
      onPointerUp: endDrag,
      onPointerCancel: endDrag,
      onKeyDown(event: KeyboardEvent) {
        const to = index + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0);
        if (to === index) return;
        event.preventDefault();
        if (to >= 0 && to < count) onMove(index, to);
      },
      onClickCapture(event: MouseEvent) {
        if (!press.current?.isDrag) return;
        press.current = null;
        event.preventDefault();
        event.stopPropagation();
      },
    }),
  };
}

function findRowIndex(grip: HTMLElement, y: number): number {
  const rows = [...(grip.closest('ul')?.querySelectorAll('[data-sort-row]') ?? [])];
  const above = rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y > top + height;
  });
  return Math.min(above.length, rows.length - 1);
}
