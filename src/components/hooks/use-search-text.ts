import { useEffect, useRef, useState } from 'react';

/**
 * The text of a search field that searches on Enter. It follows the URL, but keeps what is typed while the page of the last
 * search loads.
 *
 * @param value the text in the URL
 */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = null;
  }, [value]);
  const search = (typed: string) => {
    sent.current = typed.trim();
    onSearch(sent.current);
  };
  return { text, setText, search };
}
