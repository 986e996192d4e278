import { readableKinds } from '@contract/base/media-kinds';
import { selectHasExtension } from '@/store/backend';
import type { StoreState } from '@/store/state';

interface DocumentTypes {
  types: readonly string[];
  formats: string;
}

/** File types that all backends accept. */
const COMMON_TYPES: DocumentTypes = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  formats: 'JPEG, PNG, WebP or PDF',
};

/** Our API accepts all photos that it can read, even HEIC. */
const READABLE_TYPES: DocumentTypes = {
  types: [...readableKinds.image.types, ...readableKinds.document.types],
  formats: `${readableKinds.image.formats.replace(' or ', ', ')} or ${readableKinds.document.formats}`,
};

export const selectDocumentTypes = (state: StoreState): DocumentTypes =>
  selectHasExtension('readableKinds')(state) ? READABLE_TYPES : COMMON_TYPES;

/** Some file dialogs only recognize HEIC by the file extension. */
export const toAcceptAttribute = ({ types }: DocumentTypes): string =>
  [...types, ...(types.includes('image/heic') ? ['.heic', '.heif'] : [])].join();
