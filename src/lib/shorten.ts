import { shorten } from '@contract/base/shorten';

const TITLE_LENGTH = 60;

/** For items without a title, for example on receipts. */
export const shortenToTitle = (text: string | null | undefined): string => shorten(text ?? '', TITLE_LENGTH);
