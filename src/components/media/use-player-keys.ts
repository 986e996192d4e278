import { useEffect, useEffectEvent, type RefObject } from 'react';

const STEP = 10;
const VOLUME_STEP = 0.1;

/** Arguments are seconds, or fractions of the full volume. */
interface PlayerActions {
  toggle(): unknown;
  skip(seconds: number): unknown;
  turnVolume(by: number): unknown;
  mute(): unknown;
  fullScreen(): unknown;
  captions(): unknown;
  pictureInPicture(): unknown;
}

/** The usual keys of video sites: space or k, j and l or the arrows, m, f, c, i. */
const keys: Record<string, (actions: PlayerActions) => unknown> = {
  ' ': ({ toggle }) => toggle(),
  k: ({ toggle }) => toggle(),
  j: ({ skip }) => skip(-STEP),
  l: ({ skip }) => skip(STEP),
  arrowleft: ({ skip }) => skip(-STEP),
  arrowright: ({ skip }) => skip(STEP),
  arrowup: ({ turnVolume }) => turnVolume(VOLUME_STEP),
  arrowdown: ({ turnVolume }) => turnVolume(-VOLUME_STEP),
  m: ({ mute }) => mute(),
  f: ({ fullScreen }) => fullScreen(),
  c: ({ captions }) => captions(),
  i: ({ pictureInPicture }) => pictureInPicture(),
};

/** Handles keys anywhere in the player, except space on a button, and any key in a menu. */
export function usePlayerKeys(box: RefObject<HTMLElement | null>, actions: PlayerActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(actions);
  });
  useEffect(() => {
    const around = box.current;
    const listen = (event: KeyboardEvent) => handleKey(event);
    around?.addEventListener('keydown', listen);
    return () => around?.removeEventListener('keydown', listen);
  }, [box]);
}
