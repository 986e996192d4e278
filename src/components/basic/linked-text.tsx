import { splitLinks } from '@/lib/split-links';

interface LinkedTextProps {
  text: string;
  /** Whether it is only the beginning of a text: an address at its end may be half of one. */
  isCut?: boolean;
}

/** Words of a person, in which web addresses are links. Nothing is fetched from where they lead. */
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
