/** HEIC photos, which most browsers cannot show. Some systems report no media type for them, so the name decides. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === '' ? /[.]hei[cf]$/i.test(name) : /^image[/]hei[cf](?:-sequence)?$/.test(type);
