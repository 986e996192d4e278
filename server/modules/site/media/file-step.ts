import type { ServerContext } from '../../../context';
import type { MediaStore } from '../../../media/media-store';
import type { ClaimChange, FileClaimRepository } from './file-claim-repository';
import type { FilmQuota } from './film-quota';
import type { FileQueue } from './file-queue';
import type { FileScan } from './file-scan';
import type { getTurn } from './file-turn';
import type { FileWorker } from './file-worker';
import type { FileRow, MediaRepository } from './media-repository';

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

export interface FileStep {
  getTurn(file: FileRow): FileTurn;
  /** @returns null if there is nothing to do, or another worker has the file */
  claim(
    claims: FileClaimRepository,
    ...args: Parameters<FileClaimRepository['claim']>
  ): ReturnType<FileClaimRepository['claim']>;
  getAttempts(file: FileRow): number;
  isDue(file: FileRow): boolean;
  make(processing: FileProcessing, file: FileRow, turn: FileTurn): Promise<void>;
  /** @param reason shown to the owner */
  giveUp(processing: FileProcessing, file: FileRow, reason: string): Promise<void>;
  /** Ends the attempts on a file whose worker was killed too often. The file itself may be good. */
  setAside(processing: FileProcessing, file: FileRow, interruptions: number): Promise<void>;
  interruptedTry: ClaimChange;
  /** For a failure that is not the file's fault, such as a full disk: all attempts so far count as one. */
  resetTries: ClaimChange;
}
