export interface FilmQuota {
  /** Counts seconds against the owner's daily quota. @throws AppError FILM_QUOTA if fewer are left; then none are counted */
  take(ownerId: string, seconds: number): Promise<void>;
  /** For a video that was not stored, because the next attempt counts it again. */
  giveBack(ownerId: string, seconds: number): Promise<void>;
}

/** Counts the seconds, and gives them back if `keep` fails. @throws AppError FILM_QUOTA, and errors of `keep` */
export async function withinQuota<T>(
  { filmQuota }: { filmQuota: FilmQuota },
  { ownerId, filmSeconds }: { ownerId: string; filmSeconds: number },
  keep: () => Promise<T>,
): Promise<T> {
  await filmQuota.take(ownerId, filmSeconds);
  try {
    return await keep();
  } catch (error) {
    await filmQuota.giveBack(ownerId, filmSeconds);
    throw error;
  }
}
