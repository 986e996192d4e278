import { createContext, useSyncExternalStore } from 'react';

/** True while a mandatory sheet must be answered first: other sheets open after it. */
export const SheetsBlockedContext = createContext(false);

/** Sheets that are open, the topmost last. */
const sheets: HTMLElement[] = [];
const listeners = new Set<() => void>();

/** A sheet opened. @returns the end of it. */
export function addNoticeSheet(sheet: HTMLElement): () => void {
  sheets.push(sheet);
  emitPlaceChange();
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1);
    emitPlaceChange();
  };
}

/** A place for notices came or went inside a sheet. */
export function emitPlaceChange(): void {
  for (const listener of listeners) listener();
}

/** Above the buttons of the topmost sheet, or at its end where it has none; null while no sheet is open. */
function findPlace(): Element | null {
  const sheet = sheets.at(-1);
  return sheet?.querySelector('[data-notices="foot"]') ?? sheet?.querySelector('[data-notices]') ?? null;
}

/** Where notices stand while a sheet covers the page and everything on it; null for the page's own place. */
export function useNoticePlace(): Element | null {
  return useSyncExternalStore(subscribe, findPlace, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
