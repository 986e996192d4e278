import { composeMail } from '../../../mail/compose-mail';

/** Lines of one mail; what is more is counted. */
const MOST_LINES = 10;

export interface NoticeMail {
  siteName: string;
  to: string;
  /** One sentence each, newest last. */
  lines: readonly string[];
  url: string;
  /** Where people choose which mails they get. */
  choicesUrl: string;
}

/** What happened while somebody was away, in one mail. */
export function noticeMail({ siteName, to, lines, url, choicesUrl }: NoticeMail) {
  const more = lines.length - MOST_LINES;
  return composeMail({
    to,
    siteName,
    subject: lines.length === 1 ? (lines[0] ?? '') : `${lines.length} new notifications on ${siteName}`,
    paragraphs: [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`And ${more} more.`] : [])],
    action: { label: `Open ${siteName}`, url },
    footnote: { label: 'Choose which emails you get', url: choicesUrl },
  });
}
