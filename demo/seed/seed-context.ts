import type { Db } from '../../server/db/client';
import type { Env } from '../../server/env';
import type { StoreOptions } from '../../server/modules/site/media/file-intake';
import type { MediaRecipe } from '../types';

/** What the parts of the seeding share. */
export interface SeedContext {
  db: Db;
  env: Env;
  /** The moment all demo times count back from. */
  now: Date;
  /** Ids of people by username. */
  people: Map<string, string>;
  /** Ids of posts and priced messages by their key. */
  items: Map<string, string>;
  /** Sessions of shows by their key. */
  sessions: Map<string, string>;
  /** Stores a copy of a prepared file. @returns its id. */
  store(recipe: MediaRecipe, options: StoreOptions): Promise<string>;
}

const minute = 60_000;

/** A moment that lies some minutes back; negative: ahead. */
export const ago = ({ now }: Pick<SeedContext, 'now'>, minutes: number): Date =>
  new Date(now.getTime() - minutes * minute);

/** Minutes in some days. */
export const inDays = (days: number): number => days * 24 * 60;

/** The id of somebody or something that must have been seeded before. */
export function getId(ids: Map<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`demo content names ${key}, which does not exist`);
  return id;
}
