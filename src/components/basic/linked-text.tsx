import { splitLinks } from '@/lib/split-links';

interface LinkedTextProps {
  text: string;
  /** Whether the text was cut, so that its last URL may be incomplete. */
  isCut?: boolean;
}

/** A user's text, in which URLs become links. Loads no content from them. */
export function LinkedText({ text, isCut = false }: LinkedTextProps) {
  const parts = splitLinks(text);
  return parts.map(({ text: words, href }, index) =>
    href === undefined || (isCut && index === parts.length - 1) ? (
      words
    ) : (
      <a key={index} className="link" href={href} target="_blank" rel="ugc nofollow noopener noreferrer" dir="ltr">
        {words}
      </a>
    ),
  );
}
