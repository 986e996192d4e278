import { eq, like, sql } from 'drizzle-orm';
import type { ServerContext } from '../../server/context';
import { accounts } from '../../server/db/schema/accounts';
import { settings } from '../../server/db/schema/site';
import { inTransaction } from '../../server/db/transaction';
import { createPreparedFiles } from './prepared-files';
import { demoSite, listRecipes } from '../site';
import type { Services } from '../../server/modules/index';
import { demoPassword } from '../../server/modules/identity/auth/login/demo-logins';
import { hashPassword } from '../../server/modules/identity/auth/credentials/passwords';
import type { OnStage } from '../../server/start-report';
import type { SeedContext } from './seed-context';
import { inSiteCurrency } from './in-site-currency';
import { seedAssets, storeAssetFiles } from './seed-assets';
import { seedMessages, storeMessageFiles } from './seed-messages';
import { seedMoney } from './seed-money';
import { seedPeople, seedPortraits } from './seed-people';
import { seedPosts, storePostFiles } from './seed-posts';
import { seedShows } from './seed-shows';
import { seedSocial } from './seed-social';

/** The setting that records that the demo content is complete. */
const seededKey = 'demoSeeded';

/**
 * Fills an empty database with the demo site; does nothing if it already has the demo, or real accounts. People and files are
 * inserted first, everything else in one transaction. If an earlier run was interrupted, deletes what it inserted and starts
 * over.
 *
 * @returns true if content was created
 */
export async function seedDemo(
  context: Pick<ServerContext, 'db' | 'env' | 'clock'>,
  services: Pick<Services, 'media' | 'performer' | 'invoice'>,
  onStage: OnStage = () => undefined,
): Promise<boolean> {
  const { db, env } = context;
  const [marked] = await db.select().from(settings).where(eq(settings.key, seededKey));
  if (marked) return false;
  const [people] = await db
    .select({
      all: sql<number>`count(*)::int`,
      demo: sql<number>`count(*) filter (where ${accounts.email} like '%@demo.test')::int`,
    })
    .from(accounts);
  if (people && people.all > people.demo) return false;
  await db.delete(accounts).where(like(accounts.email, '%@demo.test'));

  const site = inSiteCurrency(demoSite);
  const stage = { stage: 'Demo content: files', of: listRecipes(site).length };
  onStage(stage);
  const seed: SeedContext = {
    db,
    env,
    now: context.clock.now(),
    people: new Map(),
    items: new Map(),
    sessions: new Map(),
    store: await createPreparedFiles(services.media, (done) => onStage({ ...stage, done })),
  };
  await seedPeople(seed, site, await hashPassword(demoPassword, { key: 'demo' }));
  await seedPortraits(seed, site);
  const postFiles = await storePostFiles(seed, site);
  const assetFiles = await storeAssetFiles(seed, site);
  const sentFiles = await storeMessageFiles(seed, site);
  onStage({ stage: 'Demo content: posts, messages and money' });
  await inTransaction(db, async (tx) => {
    await seedPosts(seed, tx, site, postFiles);
    await seedAssets(seed, tx, site, assetFiles);
    await seedShows(seed, tx, site);
    await seedMessages(seed, tx, site, sentFiles);
    await seedSocial(seed, tx, site);
    await seedMoney(seed, tx, site);
    await tx.insert(settings).values({ key: seededKey, value: true });
  });
  // Ranks of creators and numbers of invoices, which otherwise wait for scheduled jobs.
  await services.performer.sweep();
  await services.invoice.numberDue();
  return true;
}
