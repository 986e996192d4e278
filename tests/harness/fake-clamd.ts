import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The standard test string for virus scanners, in two halves so that a scanner on this machine does not block this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface FakeClamd {
  url: string;
  seen: number[];
  /** Responds with the error `words`, but only to files that contain `at`. Undefined ends this. */
  ail(words: string | undefined, at?: string): void;
  /** Hangs up on files that are longer, as clamd does: with an error (`isTold`) or a connection reset. Undefined ends this. */
  limit(bytes: number | undefined, isTold?: boolean): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

function hangUp(socket: Socket, isTold: boolean): void {
  socket.removeAllListeners('data').resume();
  if (isTold) socket.end('INSTREAM size limit exceeded. ERROR\0');
  else socket.resetAndDestroy();
}

export async function startFakeClamd(): Promise<FakeClamd> {
  const seen: number[] = [];
  let ailment: { words: string; at: string } | undefined;
  let most: { bytes: number; isTold: boolean } | undefined;
  let server: Server;
  let port = 0;

  function answer(socket: Socket): void {
    let received = Buffer.alloc(0);
    const content: Buffer[] = [];
    let isOpen = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received = Buffer.concat([received, Buffer.from(data)]);
      const command = 'zINSTREAM\0';
      if (received.toString() === 'zPING\0') return void socket.end('PONG\0');
      if (!isOpen && received.length >= command.length) {
        if (!received.subarray(0, command.length).equals(Buffer.from(command)))
          return void socket.end('UNKNOWN COMMAND\0');
        received = received.subarray(command.length);
        isOpen = true;
      }
      if (!isOpen) return;
      while (received.length >= 4) {
        const length = received.readUInt32BE(0);
        if (length === 0) {
          const whole = Buffer.concat(content);
          seen.push(whole.length);
          const verdict = whole.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK';
          return void socket.end(`${ailment && whole.includes(ailment.at) ? ailment.words : verdict}\0`);
        }
        const arrived = content.reduce((sum, piece) => sum + piece.length, length);
        if (most && arrived > most.bytes) return hangUp(socket, most.isTold);
        if (received.length < 4 + length) return;
        content.push(received.subarray(4, 4 + length));
        received = received.subarray(4 + length);
      }
    });
  }

  const clamd: FakeClamd = {
    url: '',
    seen,
    ail: (words, at = '') => void (ailment = words === undefined ? undefined : { words, at }),
    limit: (bytes, isTold = true) => void (most = bytes === undefined ? undefined : { bytes, isTold }),
    async start() {
      server = createServer(answer).listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
      clamd.url = `tcp://127.0.0.1:${port}`;
    },
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
  await clamd.start();
  return clamd;
}
