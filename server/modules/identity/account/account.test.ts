import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPhoto } from '../../../../tests/factories/media';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, PASSWORD } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('GET /users/me', () => {
  it('returns a fan’s own data and wallet, but not the password hash', async () => {
    const fan = await buildUser(app, { wallet: cents(4205), firstName: 'Lou', name: '', lastName: 'Reed' });
    const reply = await app.call('getMe', { as: fan.token });
    expect(reply.data).toMatchObject({
      _id: fan.id,
      isPerformer: false,
      name: 'Lou Reed',
      email: fan.account.email,
      avatar: '',
      balance: 42.05,
      wallet: 42.05,
      pendingBalance: 0,
      roles: ['user'],
      followPopupShown: false,
    });
    expect(JSON.stringify(reply.body)).not.toContain('argon2');
  });
});

describe('PUT /users', () => {
  it('changes the profile, and keeps fields that are absent', async () => {
    const fan = await buildUser(app, { country: 'PT' });
    const body = { name: 'Mo', username: 'Mo.Lake', phone: '', gender: 'couple', password: '' };
    const { data } = await app.call('updateMe', { as: fan.token, body });
    expect(data).toMatchObject({ name: 'Mo', username: 'mo.lake', gender: 'couple', country: 'PT' });
    const actor = await app.services.session.findActor(fan.token);
    expect(actor).toMatchObject({ name: 'Mo', username: 'mo.lake' });
  });

  it('sets a password and ends the other sessions', async () => {
    const fan = await buildUser(app);
    const other = await app.services.session.open(fan.id);
    await app.call('updateMe', { as: fan.token, body: { password: 'another one' } });
    expect(await app.services.session.findActor(other)).toBeNull();
    const enter = (password: string) => app.call('login', { body: { username: fan.account.email, password } });
    expect([(await enter(PASSWORD)).status, (await enter('another one')).status]).toEqual([422, 200]);
  });

  it('rejects a name that is taken, and ignores roles and balances', async () => {
    const [fan, other] = [await buildUser(app), await buildUser(app)];
    const update = (body: object) => app.call('updateMe', { as: fan.token, body });
    expect((await update({ email: other.account.email })).body).toMatchObject({
      statusCode: 422,
      error: 'EMAIL_TAKEN',
    });
    expect((await update({ username: other.account.username })).body).toMatchObject({ error: 'USERNAME_TAKEN' });
    const { data } = await update({ roles: ['admin'], balance: 1000, verifiedEmail: true, status: 'active' });
    expect(data).toMatchObject({ roles: ['user'], balance: 0 });
  });
});

describe('GET /users/search', () => {
  it('finds active fans for creators, but no administrators', async () => {
    const creator = await buildPerformer(app);
    const jun = await buildUser(app, { username: 'jun_park', name: 'Jun Park', country: 'KR' });
    await buildUser(app, { username: 'jun_gone', status: 'inactive' });
    await buildUser(app, { username: 'jun_admin', roles: ['user', 'admin', 'owner'] });
    const search = (query: object) => app.call('searchUsers', { as: creator.token, query: { ...query } });
    expect((await search({ q: 'jun' })).data).toMatchObject({ total: 1, data: [{ _id: jun.id, country: 'KR' }] });
    expect((await search({ name: 'jun pa', country: 'kr' })).data.total).toBe(1);
    expect((await search({ q: 'jun', exactMatch: true })).data.total).toBe(0);
    expect((await search({ q: 'JUN_park', exactMatch: true })).data.total).toBe(1);
    expect((await search({ includedIds: [jun.id] })).data.total).toBe(1);
    expect(JSON.stringify((await search({ q: 'jun' })).body)).not.toContain('@example.test');
    expect((await app.call('searchUsers', { as: jun.token })).status).toBe(403);
  });
});

describe('GET /users/view/:id', () => {
  it('shows a fan’s public view, and returns 404 for all other accounts', async () => {
    const [fan, viewer, creator] = [await buildUser(app), await buildUser(app), await buildPerformer(app)];
    const gone = await buildUser(app, { status: 'inactive' });
    const view = (id: string) => app.call('getUser', { as: viewer.token, params: { id } });
    const { data } = await view(fan.id);
    expect(data).toMatchObject({ _id: fan.id, isPerformer: false, username: fan.account.username });
    expect(data).not.toHaveProperty('email');
    expect((await view(creator.id)).status).toBe(404);
    expect((await view(gone.id)).status).toBe(404);
  });
});

describe('which hints the caller has dismissed', () => {
  it('is saved', async () => {
    const fan = await buildUser(app);
    expect((await app.call('setFollowPopupStatus', { as: fan.token })).data.followPopupShown).toBe(true);
    const off = await app.call('setFollowPopupStatus', { as: fan.token, body: { status: false } });
    expect(off.data.followPopupShown).toBe(false);
    expect((await app.call('dismissWelcomeVideo', { as: fan.token })).data.welcomeVideoDismissed).toBe(true);
  });
});

describe('POST /users/avatar/upload', () => {
  it('replaces the avatar', async () => {
    const fan = await buildUser(app);
    const files = { avatar: { content: await buildPhoto({ width: 200, height: 200 }) } };
    const { data } = await app.call('uploadMyAvatar', { as: fan.token, files });
    expect(data).toMatchObject({ success: true, url: expect.stringContaining('http://api.test/') });
    expect((await app.call('getMe', { as: fan.token })).data.avatar).toBe(data.url);
    expect((await app.call('uploadMyAvatar', { as: fan.token, files: {} })).status).toBe(400);
  });
});

describe('administrators', () => {
  it('PUT /users/:id edits a fan, ends the sessions of a disabled one, and moves no money', async () => {
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    const [fan, creator] = [await buildUser(app), await buildPerformer(app)];
    const update = (id: string, body: object, as = admin.token) => app.call('updateUser', { as, params: { id }, body });
    const { data } = await update(fan.id, { name: 'Renamed', verifiedEmail: 'true', balance: 99, roles: ['user'] });
    expect(data).toMatchObject({ name: 'Renamed', balance: 0 });
    expect((await update(fan.id, { status: 'inactive' })).data.status).toBe('inactive');
    expect(await app.services.session.findActor(fan.token)).toBeNull();
    expect((await update(creator.id, { name: 'x' })).status).toBe(404);
    expect((await update('f'.repeat(24), { name: 'x' })).status).toBe(404);
    expect((await update(creator.id, { name: 'x' }, creator.token)).status).toBe(403);
  });

  it('I-5: PUT /users/:id requires a recent login of the administrator to change credentials', async () => {
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    const fan = await buildUser(app);
    const update = (as: string, body: object) => app.call('updateUser', { as, params: { id: fan.id }, body });
    app.clock.advance({ minutes: 11 });
    for (const body of [{ email: 'taken-over@example.test' }, { password: 'a password of others' }]) {
      expect((await update(admin.token, body)).body).toMatchObject({ statusCode: 403, error: 'FRESH_LOGIN_REQUIRED' });
    }
    const harmless = { name: 'Renamed', email: fan.account.email, roles: ['user'], status: 'active' };
    expect((await update(admin.token, harmless)).status).toBe(200);
    const { token } = (await app.call('confirmIdentity', { as: admin.token, body: { password: PASSWORD } })).data;
    const { data } = await update(token, { email: 'moved@example.test', password: 'a password of others' });
    expect(data).toMatchObject({ email: 'moved@example.test', verifiedEmail: false });
  });

  it.each([
    ['make an operator', [], { roles: ['user', 'admin'] }],
    ['take an operator’s role', ['admin', 'support'], { roles: ['user'] }],
    ['close an operator’s account', ['admin', 'owner'], { status: 'inactive' }],
  ])('PUT /users/:id cannot %s', async (_what, roles, body) => {
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    const other = await buildUser(app, { roles: ['user', ...roles] });
    const update = (changes: object) =>
      app.call('updateUser', { as: admin.token, params: { id: other.id }, body: changes });
    expect((await update(body)).body).toMatchObject({ statusCode: 422, error: 'OPERATOR_ACCOUNT' });
    const same = { name: 'Renamed', roles: roles.length > 0 ? ['user', 'admin'] : ['user'], status: 'active' };
    expect((await update(same)).data).toMatchObject({ name: 'Renamed', roles: ['user', ...roles] });
  });

  it('PUT /users/:id cannot reactivate an account that is being erased', async () => {
    const [admin, fan] = [await buildUser(app, { roles: ['user', 'admin', 'owner'] }), await buildUser(app)];
    await app.context.db.update(accounts).set({ status: 'erasing' }).where(eq(accounts.id, fan.id));
    const reply = await app.call('updateUser', { as: admin.token, params: { id: fan.id }, body: { status: 'active' } });
    expect(reply.body).toMatchObject({ error: 'ACCOUNT_ERASING' });
  });

  it('POST /users/:id/avatar/upload replaces a fan’s avatar', async () => {
    const [admin, fan] = [await buildUser(app, { roles: ['user', 'admin', 'owner'] }), await buildUser(app)];
    const files = { avatar: { content: await buildPhoto({ width: 200, height: 200 }) } };
    const upload = (as: string) => app.call('uploadUserAvatar', { as, params: { id: fan.id }, files });
    expect((await upload(admin.token)).data.success).toBe(true);
    expect((await upload(fan.token)).status).toBe(403);
  });
});
