import { request } from 'node:http';

interface TusReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: { error?: string; message?: string | string[] };
}

interface TusCall {
  token?: string;
  headers?: Record<string, string>;
  /** The connection is cut after `cutAfter` bytes; without it, all bytes are sent. */
  part?: { offset: number; bytes: Buffer; cutAfter?: number };
  /** Announces more bytes than the chunk has, and never sends them. */
  stalls?: boolean;
}

export function tusCall(
  method: string,
  url: string,
  { token, headers, part, stalls = false }: TusCall = {},
): Promise<TusReply | null> {
  return new Promise((resolve, reject) => {
    const cutAfter = part?.cutAfter;
    const call = request(url, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        ...(token !== undefined && { authorization: token }),
        ...(part && {
          'content-type': 'application/offset+octet-stream',
          'content-length': part.bytes.length,
          'upload-offset': String(part.offset),
        }),
        ...headers,
      },
    });
    call.on('error', (error) => (cutAfter === undefined ? reject(error) : resolve(null)));
    call.on('response', (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text ? JSON.parse(text) : {} });
      });
    });
    if (!part) return call.end();
    if (stalls) return void call.write(part.bytes);
    if (cutAfter === undefined) return call.end(part.bytes);
    // Cuts the connection after the kernel has accepted the bytes, as when a cable is pulled.
    call.write(part.bytes.subarray(0, cutAfter), () => call.destroy());
  });
}

const encode = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export async function beginUpload(
  origin: string,
  { token, size, ...metadata }: { token?: string; size: number; purpose: string; filename?: string },
): Promise<TusReply & { id: string; url: string }> {
  const headers = { 'upload-length': String(size), 'upload-metadata': encode(metadata) };
  const reply = await tusCall('POST', `${origin}/files/uploads`, { token, headers });
  if (!reply) throw new Error('The server did not reply to the creation of the upload');
  const id =
    String(reply.headers['location'] ?? '')
      .split('/')
      .at(-1) ?? '';
  return { ...reply, id, url: `${origin}/files/uploads/${id}` };
}
