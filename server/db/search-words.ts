import { sql, type Column, type SQL } from 'drizzle-orm';
import { splitWords } from '@contract/base/search-text';
import { isOneEditApart } from '../lib/edit-distance';
import type { Db } from './client';

/** For each word of a query, its `like` patterns: the word itself, its corrections, and its two halves with a gap. */
export type SearchWords = string[][];

const MOST_WORDS = 8;
/** Shorter words resemble too many others to guess which one was meant. */
const SHORTEST_MISTYPED = 4;
/** Maximum corrections per word. */
const MOST_MEANT = 3;
/** Length of two words written as one. The halves of shorter ones would match nearly every text. */
const JOINED_LETTERS = { min: 6, max: 24 };

/**
 * All words must occur. A word that begins no indexed word is also searched for with one edit corrected, and as two words
 * written as one ("icecream" finds "ice cream"); any other word is also searched for as two indexed words. Wire contract 1.5.
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
const everyPlaceIn = (word: string): number[] => Array.from({ length: word.length - 3 }, (_, index) => index + 2);
/** Requires some character at this position, such as a space or a dash. */
const apartAt = (word: string, place: number): string => `%${word.slice(0, place)}_${word.slice(place)}%`;

/** A `like` pattern, with wildcards escaped. */
export const anywhere = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** For lists without an index. Ignores case, accents and apostrophes. */
export const includesText = (column: Column | SQL, words: string): SQL =>
  sql`search_fold(${column}) like search_fold(${anywhere(words)})`;

/** Indexes words from published titles and taglines and from the pages of listed creators, not from text that needs access. */
export async function refreshSearchWords(db: Db): Promise<void> {
  // As text, because PostgreSQL's `ts_stat` takes a query in that form.
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

/** Folds the text once for all words, because folding costs more than comparing. */
export const includesTexts = (column: Column | SQL, words: readonly string[]): SQL =>
  sql`search_fold(${column}) like all (array[${sql.join(
    words.map((word) => sql`search_fold(${anywhere(word)})`),
    sql`, `,
  )}])`;
