import type { IncomingMessage } from 'node:http';
import type { Sockets } from './sockets';

/** The engine.io connection below a socket. A polling session may exist without a socket. */
interface EngineConnection {
  request: IncomingMessage;
  /** The initial transport. Only a polling transport can be replaced later, by a WebSocket. */
  transport: { name: string; onData(body: unknown): void };
  once(event: 'close', listener: () => void): void;
  on(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void;
  close(discard: boolean): void;
}

export function limitTraffic({ io, limits, getAddress, slowDown }: Sockets): void {
  io.engine.use(async (request: IncomingMessage, _response: unknown, next: () => void) => {
    await slowDown(getAddress(request));
    next();
    if ('websocket' in request) limitSocketBytes(request);
  });
  io.engine.on('connection', (connection: EngineConnection) => {
    const address = getAddress(connection.request);
    connection.once('close', limits.enter(address));
    limitPackets(connection, address);
  });

  /** Counts bytes of the TCP connection, because pings and fragments do not appear as packets. */
  function limitSocketBytes(request: IncomingMessage): void {
    const { takeBytes } = limits.countTraffic(getAddress(request));
    request.socket.on('data', ({ length }: Buffer) => {
      if (!takeBytes(length)) request.socket.destroy();
    });
  }

  function limitPackets(connection: EngineConnection, address: string): void {
    const { takePacket, takeBody } = limits.countTraffic(address);
    // Ignored packets count too, because they were read and may open a socket.
    connection.on('packet', (packet) => {
      if (!takePacket(packet)) connection.close(true);
    });
    const { transport } = connection;
    if (transport.name !== 'polling') return;
    const readBody = transport.onData.bind(transport);
    transport.onData = (body) => {
      if (takeBody(body)) readBody(body);
      else connection.close(true);
    };
  }
}
