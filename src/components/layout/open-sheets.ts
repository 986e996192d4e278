import { createContext, useSyncExternalStore } from 'react';

/** True while a mandatory sheet is open: other sheets wait until it closes. */
export const SheetsBlockedContext = createContext(false);

/** Open sheets, topmost last. */
const sheets: HTMLElement[] = [];
const listeners = new Set<() => void>();

export function addNoticeSheet(sheet: HTMLElement): () => void {
  sheets.push(sheet);
  emitPlaceChange();
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1);
    emitPlaceChange();
  };
}

const dialogListeners = new Set<() => void>();

/** Opens a sheet that earlier notices are not about: they close. */
export function addDialog(dialog: HTMLElement): () => void {
  for (const listener of dialogListeners) listener();
  return addNoticeSheet(dialog);
}

export function subscribeToDialogs(listener: () => void): () => void {
  dialogListeners.add(listener);
  return () => dialogListeners.delete(listener);
}

export function emitPlaceChange(): void {
  for (const listener of listeners) listener();
}

function findPlace(): Element | null {
  const sheet = sheets.at(-1);
  return sheet?.querySelector('[data-notices="foot"]') ?? sheet?.querySelector('[data-notices]') ?? null;
}

/** The sheet that must contain notices, because it covers the page; null if no sheet is open. */
export function useNoticePlace(): Element | null {
  return useSyncExternalStore(subscribe, findPlace, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
