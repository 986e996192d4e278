/** Most browsers cannot show HEIC photos. Some systems report no media type for them. */
export const isHeic = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === '' ? /[.]hei[cf]$/i.test(name) : /^image[/]hei[cf](?:-sequence)?$/.test(type);
