import { readableKinds } from '@contract/base/media-kinds';
import { selectHasExtension } from '@/store/backend';
import type { StoreState } from '@/store/state';

interface DocumentTypes {
  types: readonly string[];
  /** In words. */
  formats: string;
}

/** What every backend takes. */
const usual: DocumentTypes = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  formats: 'JPEG, PNG, WebP or PDF',
};

/** What our API takes as an identity document: every photo that it can read, so those of phones too. */
const readable: DocumentTypes = {
  types: [...readableKinds.image.types, ...readableKinds.document.types],
  formats: `${readableKinds.image.formats.replace(' or ', ', ')} or ${readableKinds.document.formats}`,
};

/** Which files can be sent as identity documents. */
export const selectDocumentTypes = (state: StoreState): DocumentTypes =>
  selectHasExtension('readableKinds')(state) ? readable : usual;

/** For a file dialog: some systems know photos of phones by the ending of their name only. */
export const toAccept = ({ types }: DocumentTypes): string =>
  [...types, ...(types.includes('image/heic') ? ['.heic', '.heif'] : [])].join();
