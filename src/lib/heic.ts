import { heicTypes } from '@contract/base/media-kinds';

/** Whether a photo is one that most browsers cannot show. Some systems name no type for it. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === '' ? /[.]hei[cf]$/i.test(name) : heicTypes.some((heic) => heic === type);
