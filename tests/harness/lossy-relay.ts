import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface LossyRelay {
  /** Replaces the address in a WebRTC answer with that of the relay. */
  redirect(answer: string): string;
  lost(): number;
  close(): void;
}

/** @param isLost called with the index of each media packet to the browser, from 0 */
export async function startLossyRelay(isLost: (index: number) => boolean): Promise<LossyRelay> {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')];
  front.bind(0);
  await once(front, 'listening');
  let browser: { address: string; port: number } | null = null;
  let engine: { address: string; port: number } | null = null;
  let [count, lost] = [0, 0];
  front.on('message', (packet, from) => {
    browser = from;
    if (engine) back.send(packet, engine.port, engine.address);
  });
  back.on('message', (packet) => {
    // RFC 7983: the first byte distinguishes media from STUN and DTLS.
    const isMedia = packet[0]! >= 128 && packet[0]! < 192 && !(packet[1]! >= 192 && packet[1]! <= 223);
    if (isMedia && isLost(count++)) lost += 1;
    else if (browser) front.send(packet, browser.port, browser.address);
  });
  return {
    redirect: (answer) =>
      answer.replaceAll(/^(a=candidate:.* )(\S+) (\d+)( typ host.*)\r\n/gm, (_line, before, address, port, after) => {
        if (address.includes(':')) return '';
        engine = { address, port: Number(port) };
        return `${before}${address} ${front.address().port}${after}\r\n`;
      }),
    lost: () => lost,
    close() {
      front.close();
      back.close();
    },
  };
}
