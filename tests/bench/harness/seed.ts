import { sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';

const CREATORS = 200;

/** Id of the nth seeded row. Prefix `b` for posts, `c` for creators, `f` for fans; n starts at 1. */
export const getId = (prefix: string, n: number) => `${prefix}${n.toString(16).padStart(24 - prefix.length, '0')}`;
export async function seedPeople(db: Db, fans: number): Promise<void> {
  await db.execute(sql`
    insert into accounts (id, kind, username, name, status, verified_email)
      select 'c' || lpad(to_hex(n), 23, '0'), 'performer', 'creator' || n, 'Creator ' || n, 'active', true
      from generate_series(1, ${CREATORS}) n`);
  await db.execute(sql`
    insert into performers (id, monthly_price, yearly_price, verified_document)
      select id, 999, 9999, true from accounts where kind = 'performer'`);
  await db.execute(sql`
    insert into accounts (id, kind, username, name, status, verified_email)
      select 'f' || lpad(to_hex(n), 23, '0'), 'user', 'fan' || n, 'Fan ' || n, 'active', true
      from generate_series(1, ${fans}) n`);
  // By the hash, each fan follows different creators, which are the same in each run.
  const theirs = sql`accounts f cross join lateral (select id, row_number() over (order by md5(id || f.id)) as place
    from accounts where kind = 'performer') c where f.kind = 'user'`;
  await db.execute(sql`
    insert into follows (id, follower_id, following_id)
      select 'd' || substr(md5(c.id || f.id), 10), f.id, c.id from ${theirs} and c.place <= 40`);
  await db.execute(sql`
    insert into subscriptions (id, user_id, performer_id, subscription_type, status, expired_at)
      select 'e' || substr(md5(c.id || f.id), 10), f.id, c.id, 'monthly', 'active', now() + interval '30 days'
      from ${theirs} and c.place <= 10`);
}

export async function seedPosts(db: Db, from: number, to: number): Promise<void> {
  const variant = (name: string) => ({
    key: `00/x/${name}`,
    mimeType: 'image/webp',
    width: 640,
    height: 480,
    size: 40000,
  });
  const variants = { large: variant('large'), small: variant('small'), blurred: variant('blurred') };
  await db.execute(sql`
    insert into files (id, owner_id, type, kind, mime_type, size, width, height, status, variants)
      select 'a' || lpad(to_hex(n), 23, '0'), 'c' || lpad(to_hex(1 + n % ${CREATORS}), 23, '0'), 'feed-photo', 'image',
        'image/webp', 40000, 1600, 1200, 'finished', ${JSON.stringify(variants)}::jsonb
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into items (id, kind, performer_id, type, title, slug, text, tagline, audience, price, published_at, created_at, updated_at)
      select 'b' || lpad(to_hex(n), 23, '0'), 'feed', 'c' || lpad(to_hex(1 + n % ${CREATORS}), 23, '0'), 'photo', 'Post ' || n,
        'post-' || n, repeat('Words of a post. ', 20), 'Inside: more', case when n % 3 = 0 then 'sale' else 'subscribers' end,
        case when n % 3 = 0 then 500 else 0 end,
        now() - n * interval '1 minute', now(), now()
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into feed_posts (id) select 'b' || lpad(to_hex(n), 23, '0') from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into item_files (item_id, file_id, position)
      select 'b' || lpad(to_hex(n), 23, '0'), 'a' || lpad(to_hex(n), 23, '0'), 0
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    update performers p set stat_feeds = (select count(*) from items f where f.performer_id = p.id)`);
  await db.execute(sql`vacuum analyze`);
}
