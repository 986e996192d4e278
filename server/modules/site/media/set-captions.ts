import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MediaStore } from '../../../media/media-store';
import { storageKey } from './file-variants';
import type { FileRow, MediaRepository } from './media-repository';

interface CaptionDeps extends Pick<ServerContext, 'db' | 'events'> {
  repository: MediaRepository;
  store: MediaStore;
}

/**
 * Captions are served beside their video, to viewers with access to that.
 *
 * @param captions.text WebVTT or SubRip
 * @throws AppError INVALID_CAPTIONS; ENTITY_NOT_FOUND unless it is the actor's own finished video
 */
export async function setCaptions(
  deps: CaptionDeps,
  actor: Actor,
  id: string,
  { text, language }: { text: string; language: string },
): Promise<FileRow> {
  const { repository, store } = deps;
  assertOwnFilm(actor, await repository.find(id));
  const bytes = Buffer.from(toWebVtt(text));
  // Each upload gets a new key, so that caches never serve old captions.
  const key = storageKey(id, `captions-${newId()}`);
  await store.write(key, bytes);
  const captions = { key, mimeType: 'text/vtt', width: 0, height: 0, size: bytes.length, language };
  return replaceCaptions(deps, actor, id, captions).catch(async (error: unknown) => {
    await store.remove([key]);
    throw error;
  });
}

/** @throws AppError ENTITY_NOT_FOUND unless it is the actor's own finished video */
export async function deleteCaptions(deps: CaptionDeps, actor: Actor, id: string): Promise<FileRow> {
  assertOwnFilm(actor, await deps.repository.find(id));
  return replaceCaptions(deps, actor, id, null);
}

async function replaceCaptions(
  { db, events, repository, store }: CaptionDeps,
  actor: Actor,
  id: string,
  captions: FileRow['variants'][string] | null,
): Promise<FileRow> {
  return inTransaction(db, async (tx) => {
    await events.emit(tx, 'fileChanging', { fileId: id });
    const [locked] = await repository.lock([id], tx);
    const { captions: previous, ...others } = assertOwnFilm(actor, locked).variants;
    const variants = captions ? { ...others, captions } : others;
    if (previous) tx.afterCommit(() => store.remove([previous.key]));
    return requireFound(await repository.update(id, { variants }, tx));
  });
}

function assertOwnFilm(actor: Actor, file: FileRow | null | undefined): FileRow {
  if (file?.ownerId !== actor.id || file.kind !== 'video' || file.status !== 'finished')
    throw new AppError('ENTITY_NOT_FOUND');
  return file;
}

const cue = /^(?:\d+:)?\d{2}:\d{2}[.,]\d{3} --> (?:\d+:)?\d{2}:\d{2}[.,]\d{3}/m;

/** Unlike WebVTT, SubRip has no header, and commas in its times. @throws AppError INVALID_CAPTIONS */
function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  if (!cue.test(plain)) throw new AppError('INVALID_CAPTIONS');
  if (/^WEBVTT(?:[ \t\n]|$)/.test(plain)) return plain;
  return `WEBVTT\n\n${plain.replaceAll(/(\d{2}:\d{2}),(\d{3})/g, '$1.$2')}`;
}
