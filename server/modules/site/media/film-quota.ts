/** Counts the seconds of film that an account sends. */
export interface FilmQuota {
  /** @throws AppError FILM_QUOTA when fewer are left; none are counted then. */
  take(ownerId: string, seconds: number): Promise<void>;
  /** For film that was not stored: another try counts it again. */
  giveBack(ownerId: string, seconds: number): Promise<void>;
}

/** Counts film only once `keep` has kept it. @throws AppError FILM_QUOTA, and what `keep` throws */
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
