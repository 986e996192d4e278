import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { Server } from 'socket.io';

/** Baseline with the same libraries: a response of given bytes, and a socket that echoes to the sender or to all. */
const http = Fastify();
const sockets = new Server(http.server);
sockets.on('connection', (socket) => {
  socket.on('echo', (payload: unknown) => void socket.emit('echo', payload));
  socket.on('say', (payload: unknown) => void sockets.emit('said', payload));
});
const body = process.env.BODY_FILE ? readFileSync(process.env.BODY_FILE) : '{}';
http.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
await http.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
