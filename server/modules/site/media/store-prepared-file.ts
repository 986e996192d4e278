import type { Variant } from '../../../db/schema/files';
import { describeFile, finishStoring, insertFile, type FileIntake, type StoreOptions } from './file-intake';
import { storageKey, type MadeFile } from './file-variants';
import type { FileRow } from './media-repository';

export interface PreparedFile extends Omit<MadeFile, 'size' | 'variants'> {
  kind: Exclude<FileRow['kind'], 'other'>;
  variants: Record<string, Omit<Variant, 'key'> & { path: string }>;
}

/** For demo content. */
export async function storePreparedFile(
  intake: FileIntake,
  { variants, ...made }: PreparedFile,
  options: StoreOptions,
): Promise<FileRow> {
  const size = Math.max(...Object.values(variants).map((variant) => variant.size));
  const row = describeFile(intake, { name: '', size, kind: made.kind, mimeType: made.mimeType }, options);
  return insertFile(intake, row, options, async () => {
    const stored: Record<string, Variant> = {};
    for (const [name, { path: source, ...variant }] of Object.entries(variants)) {
      const key = storageKey(row.id, name);
      await intake.store.copy(key, source);
      stored[name] = { key, ...variant };
    }
    return finishStoring(intake, row, { ...made, variants: stored, status: 'finished' });
  });
}
