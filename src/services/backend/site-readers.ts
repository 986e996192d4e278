import { file, shownFile } from './file-readers';
import { andThen, readList, readRow, type Read } from './read-row';

const author = readRow({ texts: 'name avatar', lists: 'roles' });
const metaTag = readRow({ texts: 'key value' }, { needsId: false });

export const post = andThen(
  readRow({
    texts: 'title content createdAt updatedAt',
    optionalTexts: 'shortDescription authorId',
    optionalNumbers: 'ordering',
    optionalLists: 'categoryIds',
    words: { type: 'post', status: 'published' },
    parts: { image: file, author },
    optionalPartLists: { meta: metaTag },
  }),
  (row) => ({ ...row, slug: row['slug'] || row['_id'] }),
);

export const address = readRow({
  texts: 'name country state city streetNumber streetAddress zipCode sourceId createdAt updatedAt',
  optionalTexts: 'countryCode district ward description',
  optionalFlags: 'isDefault',
  words: { source: 'user' },
});

export const keyword = readRow({
  texts: 'keyword createdAt updatedAt',
  optionalTexts: 'objectType',
  numbers: 'attempt',
});

const textOfChoice = readRow({ texts: 'value text' }, { needsId: false });
const choiceNames =
  'heights weights genders sexualOrientations ages eyes butts hairs pubicHairs ethnicities bodyTypes'.split(' ');

export const profileOptions = readRow(
  {
    partLists: Object.fromEntries(choiceNames.map((name) => [name, textOfChoice])),
    optionalPartLists: { categories: textOfChoice },
  },
  { needsId: false },
);

const codeNamed = readRow({ texts: 'name code flag' }, { needsId: false });
/** A country, language or dial code; null without a code. */
export const choice: Read = (told) => {
  const row = codeNamed(told);
  return row?.['code'] ? { ...row, name: row['name'] || row['code'] } : null;
};

const menuItem = readRow(
  {
    texts: 'title path',
    optionalTexts: '_id help',
    words: { section: 'footer' },
    optionalNumbers: 'ordering',
    optionalFlags: 'internal isNewTab',
  },
  { needsId: false },
);

/** Settings that are not set are absent or null. Both become absent, so that our defaults apply. Wire contract 2.19. */
export const settings: Read = (told) => {
  const set = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
  const menus = readList(told['menus'], menuItem).filter((one) => one['title'] && one['path']);
  return { ...set, ...('menus' in told && { menus }) };
};

export const banner = readRow({
  texts: 'title createdAt updatedAt',
  optionalTexts: 'description link fileId',
  optionalFlags: 'processing',
  words: { status: 'active', position: 'bottom' },
  parts: { photo: shownFile },
});
