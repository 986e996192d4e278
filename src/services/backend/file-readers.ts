import { readRow, type Read } from './read-row';

const fileMembers = readRow(
  {
    texts: 'type',
    optionalTexts: '_id name description mimeType server alt thumbHash hls previews status failure createdAt updatedAt',
    optionalNumbers: 'width height duration size',
    optionalPartLists: { sources: readRow({}, { needsId: false }) },
  },
  { needsId: false },
);

/** Drops thumbnails that are objects, as in replies to uploads: they have no URL that the browser can open. */
const getAddresses = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : [];

/** A file inside content, where compatible backends omit its id and type. */
export const shownFile: Read = (told) => {
  const row = fileMembers(told);
  const url = typeof told['url'] === 'string' && told['url'] !== '' ? told['url'] : null;
  return row && { ...row, url, thumbnails: getAddresses(told['thumbnails']) };
};

export const file: Read = (told) => (told['_id'] ? shownFile(told) : null);
