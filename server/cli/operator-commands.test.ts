import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { buildPhoto } from '../../tests/factories/media';
import { buildPerformer } from '../../tests/factories/performer';
import { buildTwoFactorUser } from '../../tests/factories/two-factor';
import { buildOperator, readOwnerEmail, runAdmin } from '../../tests/factories/operator';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { files } from '../db/schema/files';
import { operatorActs } from '../db/schema/operators';
import { listOperatorCommands, runOperatorCommand } from './operator-commands';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const run = (...words: string[]) => runAdmin(app, ...words);

const readRevision = async (username: string) =>
  / approve \S+ ([0-9a-f]{8})/.exec(await run('approve', username))?.[1] ?? '';

describe('npm run admin', () => {
  it('approves a creator and mails them', async () => {
    const creator = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '1990-01-01' });
    const username = creator.account.username ?? '';
    await run('approve', username, await readRevision(username));
    const { data } = await app.call('getMyPerformer', { as: creator.token });
    expect(data).toMatchObject({ verifiedDocument: true, verifiedAccount: true });
    await app.jobs.drain();
    expect(app.mails.at(-1)?.to).toBe(creator.account.email);
    const fan = await buildUser(app);
    await expect(run('approve', fan.account.username ?? '')).rejects.toThrow('There is no creator');
  });

  it('turns two-factor off after a lost phone, and mails the account', async () => {
    const fan = await buildTwoFactorUser(app);
    await run('two-step', 'off', fan.account.username ?? '');
    const { data } = await app.call('getTwoFactorStatus', { as: fan.token });
    expect(data.enabled).toBe(false);
    await app.jobs.drain();
    expect(app.mails.at(-1)).toMatchObject({ to: fan.account.email, subject: expect.stringContaining('is off') });
    await expect(run('two-step', 'off', 'nobody-here')).rejects.toThrow('There is no account');
  });

  it('rejects documents and mails the reason to the creator', async () => {
    const documents = { idVerificationId: 'a'.repeat(24), documentVerificationId: 'b'.repeat(24) };
    const creator = await buildPerformer(app, documents);
    const username = creator.account.username ?? '';
    await run('reject', username, await readRevision(username), 'The', 'date', 'has', 'passed.');
    const { data } = await app.call('getMyPerformer', { as: creator.token });
    expect(data.verifiedDocument).toBe(false);
    await app.jobs.drain();
    expect(app.mails.at(-1)).toMatchObject({
      to: creator.account.email,
      text: expect.stringContaining('The reason: The date has passed.'),
    });
    await expect(run('reject', 'nobody-here')).rejects.toThrow('There is no creator');
    await expect(run('reject')).rejects.toThrow('<username> [documents] [reason]');
  });

  it('shows documents before a decision, and refuses to decide on documents sent since', async () => {
    const creator = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '1990-01-01' });
    const username = creator.account.username ?? '';
    const send = async () =>
      app.call('uploadDocument', {
        as: creator.token,
        params: { type: 'idVerification' },
        files: { file: { content: await buildPhoto() } },
      });
    const readStatus = async () =>
      (await app.call('getMyPerformer', { as: creator.token })).data.idVerification?.status;
    await send();
    const shown = await run('approve', username);
    expect(shown).toContain(`${username} (${creator.account.name}), born on 1990-01-01\nPhoto of their ID: image/`);
    const link = new URL(/https?:\S+/.exec(shown)?.[0] ?? '');
    expect((await app.http.inject({ url: link.pathname + link.search })).statusCode).toBe(200);
    expect(await readStatus()).toBe('waiting');
    const seen = await readRevision(username);
    await send();
    for (const decide of [['approve'], ['reject']] as const)
      await expect(run(...decide, username, seen)).rejects.toThrow('others were sent since');
    expect(await readStatus()).toBe('waiting');
    await run('approve', username, await readRevision(username));
    expect(await readStatus()).toBe('approved');
  });

  it('adds, lists and removes announcements', async () => {
    const added = await run('promo', 'add', 'Spring sale', '20 % off until Sunday', '/page/sale');
    const { data } = await app.call('listBanners');
    expect(data.data).toMatchObject([
      { title: 'Spring sale', description: '20 % off until Sunday', link: '/page/sale', position: 'top' },
    ]);
    const id = data.data[0]?._id ?? '';
    expect(added).toBe(`${id} is shown.`);
    expect(await run('promo', 'list')).toBe(`${id}  active  Spring sale  /page/sale`);
    await run('promo', 'remove', id);
    expect((await app.call('listBanners')).data.total).toBe(0);
    expect(await run('promo', 'list')).toBe('There are no announcements.');
    await expect(run('promo', 'remove', id)).rejects.toThrow('There is no announcement');
    await expect(run('promo', 'add')).rejects.toThrow('<title>');
    await expect(run('promo', 'add', 'Bad', '', 'javascript:alert(1)')).rejects.toThrow('Not a path');
    await expect(run('promo', 'add', 'Bad', '', '//elsewhere.test')).rejects.toThrow('Not a path');
  });

  it('marks a ready file as broken, and throws if there is none', async () => {
    const creator = await buildPerformer(app);
    const { data } = await app.call('uploadFeedPhoto', {
      as: creator.token,
      files: { file: { content: await buildPhoto() } },
    });
    await app.jobs.drain();
    await run('files', 'give-up', data._id, 'Its', 'bytes', 'are', 'lost.');
    const [row] = await app.context.db.select().from(files).where(eq(files.id, data._id));
    expect(row).toMatchObject({ status: 'error', failure: 'Its bytes are lost.' });
    await expect(run('files', 'give-up', data._id, 'Again')).rejects.toThrow('There is no file');
    await expect(run('files', 'give-up', data._id)).rejects.toThrow('<id> <reason>');
  });

  it('gives a fan a role and takes it away, but never leaves the site without an owner', async () => {
    const fan = await buildUser(app);
    const email = fan.account.email ?? '';
    const listCountries = async () => (await app.call('listBlockedCountries', { as: fan.token })).status;
    expect(await run('operator', email, 'support')).toBe(`${email} is now an operator, with the role support.`);
    expect(await listCountries()).toBe(403);
    await run('operator', email);
    expect(await listCountries()).toBe(200);
    expect(await run('operators')).toContain(`${email}  ${fan.account.name}  owner`);
    await run('operator', email, 'none');
    expect(await listCountries()).toBe(403);
    for (const { email: other } of await app.services.operator.list())
      if (other !== (await readOwnerEmail(app))) await run('operator', other ?? '', 'none');
    await expect(run('operator', await readOwnerEmail(app), 'none')).rejects.toThrow('at least one owner');
    await expect(run('operator', 'nobody@example.test')).rejects.toThrow('There is no fan with the email');
  });

  it('is run by an operator, whose role allows it', async () => {
    const support = await buildOperator(app, 'support');
    const context = { services: app.services, jobs: app.jobs };
    const words = ['settings', 'set', 'siteName', 'Lantern'];
    await expect(runOperatorCommand(context, words)).rejects.toThrow('Say who you are');
    await expect(runOperatorCommand(context, [...words, '--as', 'nobody@example.test'])).rejects.toThrow('no operator');
    const email = support.account.email ?? '';
    await expect(runOperatorCommand(context, [...words, '--as', email])).rejects.toThrow(
      'has the role support, which may not do this. Roles that may: owner',
    );
    await expect(runOperatorCommand(context, ['operator', email])).rejects.toThrow('This site has operators');
  });

  it('W-12: adds a line to the log, with the values before and after', async () => {
    await run('settings', 'set', 'holdingDays', '8');
    const [line] = await app.context.db.select().from(operatorActs).orderBy(desc(operatorActs.seq)).limit(1);
    expect(line).toMatchObject({
      role: 'owner',
      via: 'command',
      act: 'setting.changed',
      subjectKind: 'setting',
      subjectId: 'holdingDays',
      details: { before: 7, after: 8 },
    });
    await run('settings', 'set', 'holdingDays', '7');
  });

  it('reads and changes settings as JSON or plain text, within their bounds', async () => {
    await run('settings', 'set', 'siteName', 'Lantern', 'Row');
    await run('settings', 'set', 'minimumTipPrice', '5');
    expect(await run('settings', 'get', 'siteName')).toBe('"Lantern Row"');
    expect(JSON.parse(await run('settings', 'list'))).toMatchObject({ minimumTipPrice: 5, commission: 0.2 });
    await expect(run('settings', 'set', 'commission', '3')).rejects.toThrow('commission: must be at most 1');
    await expect(run('settings', 'set', 'nonsense', '3')).rejects.toThrow('no setting nonsense');
    await expect(run('settings', 'get', 'toString')).rejects.toThrow('no setting');
  });

  it('closes the site to countries', async () => {
    await run('countries', 'set', 'gb', 'FR');
    expect(await app.services.block.isSiteClosedTo('GB')).toBe(true);
    expect(await run('countries', 'set')).toContain('open everywhere');
    expect(await app.services.block.isSiteClosedTo('GB')).toBe(false);
    await expect(run('countries', 'set', 'Britain')).rejects.toThrow('two-letter');
  });

  it('creates and changes coupons', async () => {
    const fan = await buildUser(app);
    const check = () => app.call('applyCoupon', { as: fan.token, params: { id: 'spring-5' } });
    expect(await run('coupon', 'set', 'spring-5', '5', '10', '2099-01-31')).toContain('SPRING-5');
    expect((await check()).data).toMatchObject({ code: 'SPRING-5', value: 0.05 });
    await run('coupon', 'set', 'SPRING-5', '5', '10', '2001-01-31');
    expect((await check()).body).toMatchObject({ message: 'This coupon has expired.' });
    await run('coupon', 'set', 'SPRING-5', '100', '10', '2099-01-31');
    for (const percent of ['101', '500'])
      await expect(run('coupon', 'set', 'SPRING-5', percent, '10', '2099-01-31')).rejects.toThrow('entered');
    await expect(run('coupon', 'set', 'SPRING-5')).rejects.toThrow('Arguments:');
  });

  it('stores categories, and pages with sanitized HTML', async () => {
    await run('category', 'set', 'clay', '3', 'Clay', 'and', 'fire');
    expect((await app.call('listCategories')).data).toMatchObject([
      { slug: 'clay', name: 'Clay and fire', ordering: 3 },
    ]);
    const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-page-'));
    await writeFile(path.join(folder, 'terms.html'), '<p onclick="x">Be kind.</p><script>1</script>');
    await run('page', 'set', 'terms-of-service', path.join(folder, 'terms.html'), 'Our', 'terms');
    await rm(folder, { recursive: true });
    const { data } = await app.call('getPost', { params: { id: 'terms-of-service' } });
    expect(data).toMatchObject({ title: 'Our terms', content: '<p>Be kind.</p>' });
  });

  it('R-11: lists, retries and discards failed jobs', async () => {
    const failed = {
      id: 'job-1',
      name: 'send-mail' as const,
      attempts: 3,
      failedAt: new Date('2026-11-18T10:00:00Z'),
      requestId: 'request-1',
      message: 'the mail server is on fire',
    };
    vi.spyOn(app.jobs, 'counts').mockResolvedValue({ waiting: 2, failed: 1 });
    expect(await run('jobs')).toBe('No job has failed. 2 jobs wait or repeat.');
    vi.spyOn(app.jobs, 'listFailed').mockResolvedValue([failed]);
    expect(await run('jobs')).toBe(
      'job-1  2026-11-18T10:00:00.000Z  send-mail, 3 attempts, request request-1: the mail server is on fire\n2 jobs wait or repeat.',
    );
    await expect(run('jobs', 'retry', 'job-1')).rejects.toThrow('There is no failed job job-1.');
    const retry = vi.spyOn(app.jobs, 'retry').mockResolvedValue(true);
    expect(await run('jobs', 'retry', 'job-1')).toBe('job-1 will run again.');
    expect(retry).toHaveBeenCalledWith('job-1', expect.anything());
    const discard = vi.spyOn(app.jobs, 'discard').mockResolvedValue(true);
    expect(await run('jobs', 'discard', 'job-1')).toBe('job-1 was removed.');
    expect(discard).toHaveBeenCalledWith('job-1', expect.anything());
  });

  it('M-20: prints the state of renewals', async () => {
    expect(await run('renewals')).toMatch(/^creator: 0 paid, 0 due, 0 open, 0 in a retry\n/);
  });

  it('lists all commands when one is unknown', async () => {
    await expect(run('explode')).rejects.toThrow(listOperatorCommands());
    await expect(run('approve')).rejects.toThrow('<username>');
  });
});

describe('starter pages', () => {
  it('exist for every link of the footer, and never replace pages of operators', async () => {
    await app.services.page.addStarters();
    const { menus } = (await app.call('getSettings')).data;
    const pages = (menus ?? []).map((menu) => menu.path).filter((target) => target.startsWith('/page/'));
    expect(pages).toHaveLength(6);
    for (const page of pages) {
      const { data } = await app.call('getPost', { params: { id: page.slice('/page/'.length) } });
      expect(data.content).toMatch(/^\s*<(p|h2)>/);
    }
    expect((await app.call('getPost', { params: { id: 'terms-of-service' } })).data.title).toBe('Our terms');
  });
});
