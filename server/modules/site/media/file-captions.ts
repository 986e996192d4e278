import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MediaStore } from '../../../media/media-store';
import { storageKey } from './file-variants';
import type { FileRow, MediaRepository } from './media-repository';

interface Parts {
  repository: MediaRepository;
  store: MediaStore;
}

/** The words of films, for people who do not hear them. They lie beside the film and open with it. */
export function createFileCaptions({ db, events }: Pick<ServerContext, 'db' | 'events'>, { repository, store }: Parts) {
  /** Puts another text in the place of the one before, whose bytes go once nobody is sent there any more. */
  async function replace(actor: Actor, id: string, captions: FileRow['variants'][string] | null): Promise<FileRow> {
    const { row, before } = await inTransaction(db, async (tx) => {
      await events.emit(tx, 'fileChanging', { fileId: id });
      const [held] = await repository.hold([id], tx);
      const file = assertOwnFilm(actor, held);
      const { captions: before, ...others } = file.variants;
      const variants = captions ? { ...others, captions } : others;
      return { row: requireFound(await repository.update(id, { variants }, tx)), before };
    });
    if (before) await store.remove([before.key]);
    return row;
  }

  return {
    /** @param text WebVTT or SubRip. @throws AppError INVALID_CAPTIONS, ENTITY_NOT_FOUND for all but own films that are ready */
    async setCaptions(
      actor: Actor,
      id: string,
      { text, language }: { text: string; language: string },
    ): Promise<FileRow> {
      assertOwnFilm(actor, await repository.find(id));
      const bytes = Buffer.from(toWebVtt(text));
      // Its name says nothing of what was there before, so that nobody is shown that from a cache.
      const key = storageKey(id, `captions-${newId()}`);
      await store.write(key, bytes);
      const size = { width: 0, height: 0, size: bytes.length };
      return replace(actor, id, { key, mimeType: 'text/vtt', ...size, language }).catch(async (error: unknown) => {
        await store.remove([key]);
        throw error;
      });
    },

    /** @throws AppError ENTITY_NOT_FOUND for all but own films that are ready */
    async deleteCaptions(actor: Actor, id: string): Promise<FileRow> {
      assertOwnFilm(actor, await repository.find(id));
      return replace(actor, id, null);
    },
  };
}

/** @throws AppError ENTITY_NOT_FOUND */
function assertOwnFilm(actor: Actor, file: FileRow | null | undefined): FileRow {
  if (file?.ownerId !== actor.id || file.kind !== 'video' || file.status !== 'finished')
    throw new AppError('ENTITY_NOT_FOUND');
  return file;
}

const cue = /^(?:\d+:)?\d{2}:\d{2}[.,]\d{3} --> (?:\d+:)?\d{2}:\d{2}[.,]\d{3}/m;

/** Captions as browsers read them. SubRip differs by its head and by the comma in its times. @throws AppError INVALID_CAPTIONS */
function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  if (!cue.test(plain)) throw new AppError('INVALID_CAPTIONS');
  if (/^WEBVTT(?:[ \t\n]|$)/.test(plain)) return plain;
  return `WEBVTT\n\n${plain.replaceAll(/(\d{2}:\d{2}),(\d{3})/g, '$1.$2')}`;
}
