import { randomBytes } from 'node:crypto';

/** Not to be guessed, so that nobody can write a gap into a post. */
const mark = randomBytes(16).toString('hex');
const gaps = new RegExp(`link:${mark}:(\\w+)/(\\w+);`, 'g');

/** Stands for a link in what is written once for all. It has no character that JSON would escape. */
export const placeholderFor = (fileId: string, variant: string): string => `link:${mark}:${fileId}/${variant};`;

/** A written text as one viewer gets it. @param linkTo makes the viewer's own link, of what JSON does not escape. */
export const fillPlaceholders = (text: string, linkTo: (fileId: string, variant: string) => string): string =>
  text.replaceAll(gaps, (_gap, fileId: string, variant: string) => linkTo(fileId, variant));
