import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server that takes what it is given. */
export interface SmtpServer {
  port: number;
  /** What arrived: the whole of each mail, headers included. */
  mails: string[];
  close(): Promise<void>;
}

/** @param port where it listens; a free one for none. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    let waiting = '';
    let mail: string[] | null = null;
    const say = (text: string) => void socket.write(`${text}\r\n`);
    const take = (line: string) => {
      if (mail) {
        if (line !== '.') return void mail.push(line);
        mails.push(mail.join('\n'));
        mail = null;
        return say('250 taken');
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
