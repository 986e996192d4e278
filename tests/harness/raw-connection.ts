import { connect, type Socket } from 'node:net';

export interface RawReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface RawConnection {
  socket: Socket;
  write(bytes: string | Buffer): void;
  /** @throws Error if the connection ends first */
  nextReply(): Promise<RawReply>;
  closed: Promise<void>;
}

/** @param isDeaf continues to send after the server has ended its side */
export function openRaw(origin: string, { isDeaf = false }: { isDeaf?: boolean } = {}): RawConnection {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: isDeaf });
  let heard = Buffer.alloc(0);
  let wake = () => undefined as void;
  const state: { isOver: boolean; error?: Error } = { isOver: false };
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk]);
    wake();
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('error', (error) => {
      state.error = error;
      reject(error);
    });
    socket.on('close', () => {
      state.isOver = true;
      resolve();
      wake();
    });
  });
  closed.catch(() => undefined);

  function takeReply(): RawReply | undefined {
    const end = heard.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [first = '', ...lines] = heard.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const size = Number(headers['content-length'] ?? 0);
    if (heard.length < end + 4 + size) return undefined;
    const body = heard.subarray(end + 4, end + 4 + size).toString();
    heard = heard.subarray(end + 4 + size);
    return { status: Number(first.split(' ')[1]), headers, body };
  }

  return {
    socket,
    closed,
    write: (bytes) => void socket.write(bytes),
    async nextReply() {
      for (;;) {
        const reply = takeReply();
        if (reply) return reply;
        if (state.isOver) throw state.error ?? new Error('The server closed the connection without a reply');
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

export function writeRequest(
  target: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Buffer {
  const all = { host: 'api.test', ...(body && { 'content-length': String(body.length) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${target} HTTP/1.1\r\n${lines.join('')}\r\n`), body ?? Buffer.alloc(0)]);
}

export function writeForm(field: string, content: Buffer, boundary = 'X'): { type: string; body: Buffer } {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="IMG_1.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
