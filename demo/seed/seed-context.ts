import type { Db } from '../../server/db/client';
import type { Env } from '../../server/env';
import type { StoreOptions } from '../../server/modules/site/media/file-intake';
import type { MediaRecipe } from '../types';

export interface SeedContext {
  db: Db;
  env: Env;
  /** The present of the demo: its times are relative to this moment. */
  now: Date;
  /** Account ids by username. */
  people: Map<string, string>;
  /** Ids of posts and priced messages by key. */
  items: Map<string, string>;
  /** Session ids of shows by key. */
  sessions: Map<string, string>;
  /** Copies a prepared file. @returns its id */
  store(recipe: MediaRecipe, options: StoreOptions): Promise<string>;
}

const minute = 60_000;

/** @param minutes negative for the future */
export const ago = ({ now }: Pick<SeedContext, 'now'>, minutes: number): Date =>
  new Date(now.getTime() - minutes * minute);

export const inDays = (days: number): number => days * 24 * 60;

/** @throws Error for a key that was not seeded before */
export function getId(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`No seeded id for the key "${key}" of the demo content`);
  return id;
}
