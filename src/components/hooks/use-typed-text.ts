import { useEffect, useEffectEvent, useState } from 'react';

const TYPING_PAUSE_MS = 300;

/** Debounces the text of a search field. @param value last published text; the field also follows changes made elsewhere */
export function useTypedText(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value.trim() !== text.trim()) setText(value);
  }
  // A new callback on each render must not restart the debounce delay.
  const notify = useEffectEvent(tell);
  useEffect(() => {
    if (text.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => notify(text.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return [text, setText];
}
