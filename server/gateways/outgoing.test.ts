import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEnv } from '../env';
import { AddressRefused, createOutgoing, type FindAddresses, type Outgoing } from './outgoing';

let server: Server;
let host: string;
let hits: string[] = [];
let redirectTo = '';
const made: Outgoing[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    if (request.url === '/redirect') response.writeHead(307, { location: redirectTo }).end();
    else response.writeHead(200).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  hits = [];
});
afterAll(async () => {
  await Promise.all(made.map((one) => one.close()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function create({ allow = [], find }: { allow?: string[]; find?: FindAddresses } = {}): Outgoing {
  const outgoing = createOutgoing({ OUTGOING_ALLOW: allow }, find);
  made.push(outgoing);
  return outgoing;
}

const post = (outgoing: Outgoing, address: string) =>
  outgoing.send(address, { method: 'POST', headers: {}, body: 'text' });

const answer =
  (...answers: string[][]): FindAddresses =>
  (_host, _options, done) => {
    const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

// Promises F-6.
describe('requests to addresses that users entered', () => {
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://name:word@example.com/',
    'no address',
  ])('are refused before anything is sent: %s', async (address) => {
    const outgoing = create();
    expect(outgoing.accepts(address)).toBe(false);
    await expect(post(outgoing, address)).rejects.toThrow(AddressRefused);
  });

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['::1'],
    ['::ffff:192.168.0.1'],
    // One private address among public ones is enough: which one is used depends on the network.
    ['93.184.216.34', '127.0.0.1'],
  ])('are refused if the name leads to a private network: %s', async (...found) => {
    const outgoing = create({ find: answer(found) });
    expect(outgoing.accepts('https://service.example/')).toBe(true);
    await expect(post(outgoing, 'https://service.example/')).rejects.toThrow(AddressRefused);
  });

  it('are checked by the lookup that connects, so that a name cannot change its address in between', async () => {
    const asked: string[] = [];
    const rebinding = answer(['93.184.216.34'], ['127.0.0.1']);
    const find: FindAddresses = (name, options, done) => {
      asked.push(name);
      rebinding(name, options, done);
    };
    // A check in advance gets the public address.
    find('service.example', { all: true }, () => undefined);
    const { port } = server.address() as AddressInfo;
    await expect(post(create({ find }), `https://service.example:${port}/`)).rejects.toThrow(AddressRefused);
    expect(asked).toEqual(['service.example', 'service.example']);
    expect(hits).toEqual([]);
  });

  it('do not follow redirects', async () => {
    redirectTo = `http://${host}/inside`;
    const reply = await post(create({ allow: [host] }), `http://${host}/redirect`);
    expect(reply).toMatchObject({ status: 307, headers: { location: redirectTo } });
    expect(hits).toEqual(['/redirect']);
  });

  it('read only the start of a reply', async () => {
    const reply = await post(create({ allow: [host] }), `http://${host}/long`);
    expect([reply.status, reply.text.length]).toEqual([200, 64 * 1024]);
  });

  it('reach private services of tests only if the environment names them, which a public site cannot', async () => {
    await expect(post(create({ allow: ['127.0.0.1:1'] }), `http://${host}/`)).rejects.toThrow(AddressRefused);
    const local = { APP_SECRET: 'x', OUTGOING_ALLOW: host };
    expect(parseEnv(local).OUTGOING_ALLOW).toEqual([host]);
    expect(() => parseEnv({ ...local, WEB_PUBLIC_URL: 'https://example.com' })).toThrow(/OUTGOING_ALLOW/);
  });

  it('fail, and harm nothing else, if the name is unknown', async () => {
    const find: FindAddresses = (_host, _options, done) =>
      done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    await expect(post(create({ find }), 'https://nobody.test/')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
