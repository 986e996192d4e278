import type { ServerContext } from '../../../context';
import type { MediaStore } from '../../../media/media-store';
import type { ClaimChange, FileClaimRepository } from './file-claim-repository';
import type { FilmQuota } from './film-quota';
import type { FileQueue } from './file-queue';
import type { FileScan } from './file-scan';
import type { getTurn } from './file-turn';
import type { FileWorker } from './file-worker';
import type { FileRow, MediaRepository } from './media-repository';

/** Dependencies of the work on files in the background. */
export interface FileProcessing extends Pick<ServerContext, 'db' | 'clock' | 'events' | 'failures'> {
  repository: MediaRepository;
  claims: FileClaimRepository;
  store: MediaStore;
  worker: FileWorker;
  scan: FileScan;
  queue: FileQueue;
  filmQuota: FilmQuota;
}

export type FileTurn = ReturnType<typeof getTurn>;

/** A part of the work on a file, which one worker at a time does in the background. */
export interface FileStep {
  getTurn(file: FileRow): FileTurn;
  /** @returns null when nothing is to be done, or another worker has the file. */
  claim(
    claims: FileClaimRepository,
    ...args: Parameters<FileClaimRepository['claim']>
  ): ReturnType<FileClaimRepository['claim']>;
  getAttempts(file: FileRow): number;
  isDue(file: FileRow): boolean;
  make(processing: FileProcessing, file: FileRow, turn: FileTurn): Promise<void>;
  /** @param reason for its owner. */
  giveUp(processing: FileProcessing, file: FileRow, reason: string): Promise<void>;
  /** Ends the tries on a file whose worker was killed so many times, which says nothing about the file. */
  setAside(processing: FileProcessing, file: FileRow, interruptions: number): Promise<void>;
  /** The last try was interrupted and did not fail. */
  interruptedTry: ClaimChange;
  /** Counts all tries so far as one. */
  firstTry: ClaimChange;
}
