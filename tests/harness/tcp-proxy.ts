import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  url: string;
  cut(): void;
  mend(): void;
  /** Stops all traffic but keeps connections open, as a suspended server does. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  let isCut = false;
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      pairs.set(one, other);
      if (!isHeld) one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        pairs.delete(one);
        other.destroy();
      });
    }
    if (isCut) near.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      drop();
    },
    mend: () => void (isCut = false),
    hold() {
      isHeld = true;
      for (const [one, other] of pairs) one.unpipe(other);
    },
    release() {
      isHeld = false;
      for (const [one, other] of pairs) one.pipe(other);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}
