import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface SmtpServer {
  port: number;
  mails: string[];
  connections: { all: number; open: number };
  close(): Promise<void>;
}

/** @param options.take resolves when a mail may be accepted; immediately by default */
export async function startSmtpServer(
  port = 0,
  { take: takeMail }: { take?(mail: string): Promise<void> } = {},
): Promise<SmtpServer> {
  const mails: string[] = [];
  const connections = { all: 0, open: 0 };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    connections.all += 1;
    connections.open += 1;
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(socket);
        connections.open -= 1;
      });
    let waiting = '';
    let mail: string[] | null = null;
    const say = (text: string) => void socket.write(`${text}\r\n`);
    const take = (line: string) => {
      if (mail) {
        if (line !== '.') return void mail.push(line);
        const text = mail.join('\n');
        mails.push(text);
        mail = null;
        return void Promise.resolve(takeMail?.(text)).then(() => say('250 taken'));
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'DATA') {
        mail = [];
        return say('354 go on');
      }
      if (word === 'QUIT') return void socket.end('221 bye\r\n');
      say('250 fine');
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (waiting + chunk.toString()).split('\r\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 here');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
