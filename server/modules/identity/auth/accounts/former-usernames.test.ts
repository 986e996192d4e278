import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('usernames', () => {
  const rename = (person: BuiltPerson, username: string) =>
    app.call('updateMe', { as: person.token, body: { username } });
  const profile = (id: string) => app.call('getPerformer', { params: { id } });

  it('lead to the account that gave them up, and stay reserved for ninety days', async () => {
    const creator = await buildPerformer(app, { username: 'first-name' });
    const fan = await buildUser(app);
    await rename(creator, 'Second-Name');
    expect((await profile('First-Name')).data).toMatchObject({ _id: creator.id, username: 'second-name' });
    expect((await rename(fan, 'first-name')).body.error).toBe('USERNAME_TAKEN');
    const signUp = { email: 'names@example.test', password: 'a good password', username: 'first-name' };
    expect((await app.call('registerUser', { body: signUp })).status).toBe(400);
    await rename(creator, 'third-name');
    expect((await profile('first-name')).data.username).toBe('third-name');
    expect((await profile('second-name')).data.username).toBe('third-name');

    app.clock.advance({ days: 90 });
    const token = await app.services.session.open(fan.id);
    const taken = await app.call('updateMe', { as: token, body: { username: 'first-name' } });
    expect(taken.data.username).toBe('first-name');
    expect((await profile('first-name')).status).toBe(404);
    expect((await profile('second-name')).data._id).toBe(creator.id);
  });

  it('can be taken back by the account that gave them up', async () => {
    const creator = await buildPerformer(app, { username: 'to-and' });
    await rename(creator, 'and-fro');
    expect((await rename(creator, 'to-and')).data.username).toBe('to-and');
    expect((await profile('and-fro')).data.username).toBe('to-and');
  });

  it('are unique across fans and creators, and cannot be reserved names', async () => {
    const [fan, creator] = [await buildUser(app), await buildPerformer(app)];
    expect((await rename(fan, creator.account.username ?? '')).body.error).toBe('USERNAME_TAKEN');
    expect((await rename(creator, fan.account.username ?? '')).body.error).toBe('USERNAME_TAKEN');
    expect((await rename(fan, 'creator')).body.error).toBe('USERNAME_RESERVED');
  });

  it('are assigned to nobody if given up and claimed concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [creator, fan] = [await buildPerformer(app, { username: `race${round}` }), await buildUser(app)];
      await Promise.all([rename(creator, `raced${round}`), rename(fan, `race${round}`)]);
      const [row] = await app.context.db
        .select()
        .from(accounts)
        .where(eq(accounts.username, `race${round}`));
      expect(row).toBeUndefined();
    }
  });

  it('are reserved only for the last five changes, so that an account cannot hoard them', async () => {
    const creator = await buildPerformer(app, { username: 'hoard0' });
    for (let n = 1; n <= 7; n += 1) {
      app.clock.advance({ seconds: 1 });
      await rename(creator, `hoard${n}`);
    }
    expect((await profile('hoard1')).status).toBe(404);
    expect((await profile('hoard2')).data.username).toBe('hoard7');
  });
});
