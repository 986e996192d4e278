/** Whether a photo is one that most browsers cannot show. Some systems name no type for it. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === '' ? /[.]hei[cf]$/i.test(name) : /^image[/]hei[cf](?:-sequence)?$/.test(type);
