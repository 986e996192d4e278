import { sql, type Column, type SQL } from 'drizzle-orm';
import { splitWords } from '@contract/base/search-text';
import { isOneEditApart } from '../lib/edit-distance';
import type { Db } from './client';

/** Of each word of a search the `like` patterns it is looked for as: itself, what it may have been meant to be, and apart. */
export type SearchWords = string[][];

/** Words that count. */
const MOST_WORDS = 8;
/** Shorter words have too many neighbours to tell which one was meant. */
const SHORTEST_MISTYPED = 4;
/** Words that one is also looked for as. */
const MOST_MEANT = 3;
/** Letters of words that may be two written as one: shorter halves would match nearly every text. */
const JOINED_LETTERS = { min: 6, max: 24 };

/**
 * What a search looks for. Everything but letters and digits falls away; what it parted must occur, each word by itself,
 * without its apostrophes. A word that no title and no creator's page begins with is looked for as it stands, as the words
 * there that are one slip apart (a letter wrong, missing or too much, or two in the wrong order) and as two words written as
 * one: "icecream" finds "ice cream". One that stands there is also looked for as two words that do. Wire contract 1.5.
 */
export async function readSearchWords(db: Db, q: string): Promise<SearchWords> {
  const words = [...new Set(splitWords(q))].slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const asked = words.map((word) => {
    const folded = sql`search_fold(${word}::text)`;
    return sql`select ${folded} as word,
      exists (select 1 from search_words s where s.word like ${folded} || '%') as "isKnown",
      array(select s.word from search_words s where s.variants && search_variants(${folded})
        order by s.uses desc, s.word limit 20) as near,
      array(select n from generate_series(1, least(length(${folded}), ${JOINED_LETTERS.max}) - 1) n
        where exists (select 1 from search_words s where s.word = left(${folded}, n))
          and exists (select 1 from search_words s where s.word = substr(${folded}, n + 1))) as halves`;
  });
  const { rows } = await db.execute<{ word: string; isKnown: boolean; near: string[]; halves: number[] }>(
    sql.join(asked, sql` union all `),
  );
  return rows.map(({ word, isKnown, near, halves }) => {
    const canBeMistyped = !isKnown && word.length >= SHORTEST_MISTYPED && !/\p{N}/u.test(word);
    const meant = canBeMistyped ? near.filter((one) => isOneEditApart(word, one)).slice(0, MOST_MEANT) : [];
    const apart = canBeJoined(word) ? (isKnown ? halves : everyPlaceIn(word)) : [];
    return [...[word, ...meant].map(anywhere), ...apart.map((place) => apartAt(word, place))];
  });
}

const canBeJoined = (word: string): boolean =>
  word.length >= JOINED_LETTERS.min && word.length <= JOINED_LETTERS.max && !/^\p{N}+$/u.test(word);
/** Places between two letters, with at least two on each side. */
const everyPlaceIn = (word: string): number[] => Array.from({ length: word.length - 3 }, (_, index) => index + 2);
/** The `like` pattern that finds a word with any one character at a place: a space, a dash. */
const apartAt = (word: string, place: number): string => `%${word.slice(0, place)}_${word.slice(place)}%`;

/** The `like` pattern that finds a word anywhere in a text. */
export const anywhere = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether a text has these words as they stand, but for case, accents and apostrophes. For lists that no index serves. */
export const includesText = (column: Column | SQL, words: string): SQL =>
  sql`search_fold(${column}) like search_fold(${anywhere(words)})`;

/**
 * Reads anew which words there are in titles and taglines that are published, and on pages of creators who are in lists.
 * What only some may read is not among them.
 */
export async function refreshSearchWords(db: Db): Promise<void> {
  // Each is read by the database as a text of its own.
  const titles = `select to_tsvector('simple', head_words) from items where status = 'active' and deleted_at is null`;
  const pages = `select to_tsvector('simple', a.name_words || ' ' || p.page_words) from performers p
    join accounts a on a.id = p.id where a.status = 'active' and p.verified_document and not a.hides_from_search`;
  await db.execute(sql`
    with found as materialized (
      select word, sum(ndoc)::int as uses from (
        select * from ts_stat(${titles}) union all select * from ts_stat(${pages})) every
      where length(word) between ${SHORTEST_MISTYPED - 1} and 24 and word ~ '^[[:alpha:]]+$' group by word),
    gone as (delete from search_words s where not exists (select 1 from found f where f.word = s.word))
    insert into search_words (word, uses, variants) select word, uses, search_variants(word) from found
    on conflict (word) do update set uses = excluded.uses where search_words.uses <> excluded.uses`);
}

/** Whether a text has each of these words. It is folded once, which costs more than all comparisons. */
export const includesTexts = (column: Column | SQL, words: readonly string[]): SQL =>
  sql`search_fold(${column}) like all (array[${sql.join(
    words.map((word) => sql`search_fold(${anywhere(word)})`),
    sql`, `,
  )}])`;
