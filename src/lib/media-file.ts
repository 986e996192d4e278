/**
 * The address of a file that can be shown or played now. Backends of the family tell one while a file is still in work,
 * and some when nothing came of it: the status decides. Wire contract 1.8.
 */
export function playableUrl({ url, status }: { url?: string | null; status?: string }): string | null {
  return status === 'processing' || status === 'error' ? null : (url ?? null);
}

/** What a picked file is by what the browser says of it; undefined for what nothing takes. */
export function pickedKind({ type }: Pick<File, 'type'>): 'photo' | 'video' | 'audio' | undefined {
  const group = type.split('/')[0];
  if (group === 'image') return 'photo';
  return group === 'video' || group === 'audio' ? group : undefined;
}

/** A picture that everybody may see, as our API addresses it; other backends have one size. */
const publicLarge = /^(.*\/media\/public\/[0-9a-f]{24}\/)large$/;

/** The sizes of a picture to choose from, where there are several: longest sides as the API makes them. */
export function sizesOf(src: string): string | undefined {
  const [, place] = publicLarge.exec(src) ?? [];
  return place === undefined ? undefined : `${place}small 640w, ${src} 1600w`;
}
