import { Fragment } from 'react';

/** Addresses as people write them; the point or bracket after one belongs to the sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,:;!?')\]}])/;

/** Plain text in which addresses can be pressed. They open elsewhere and are told nothing of this page. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
