import { isIPv4 } from 'node:net';

export const videoCodecs = ['h264', 'vp8'] as const;
export type VideoCodecName = (typeof videoCodecs)[number];

interface Format {
  payloadType: number;
  parameters: string;
}

/** A browser's offer to send or receive, reduced to what we support. */
export interface Offer {
  video: { mid: string; formats: Partial<Record<VideoCodecName, Format>> };
  audio: { mid: string; payloadType: number } | null;
}

export class UnusableOffer extends Error {
  override readonly name = 'UnusableOffer';
}

const toLines = (sdp: string): string[] => sdp.split(/\r\n|\r|\n/).filter(Boolean);

/** @throws UnusableOffer */
export function readOffer(sdp: string): Offer {
  const sections = splitSections(toLines(sdp));
  const [video, ...otherVideos] = sections.filter(({ kind }) => kind === 'video');
  const [audio, ...otherAudios] = sections.filter(({ kind }) => kind === 'audio');
  if (!video || otherVideos.length > 0 || otherAudios.length > 0 || sections.length !== (audio ? 2 : 1))
    throw new UnusableOffer('expected one video section and at most one audio section');
  const formats = findVideoFormats(video.lines);
  if (!formats.h264 && !formats.vp8) throw new UnusableOffer('the offer has neither H264 nor VP8');
  const opus = audio && findFormats(audio.lines, 'opus/48000/2')[0];
  if (audio && !opus) throw new UnusableOffer('the audio section has no Opus');
  return {
    video: { mid: readMid(video.lines), formats },
    audio: audio && opus ? { mid: readMid(audio.lines), payloadType: opus.payloadType } : null,
  };
}

interface Section {
  kind: string;
  lines: string[];
}

function splitSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  for (const line of lines) {
    const kind = /^m=(\w+) /.exec(line)?.[1];
    if (kind !== undefined) sections.push({ kind, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function readMid(lines: readonly string[]): string {
  const mid = lines.map((line) => /^a=mid:([\w.-]{1,16})$/.exec(line)?.[1]).find((found) => found !== undefined);
  if (mid === undefined) throw new UnusableOffer('a section has no mid');
  return mid;
}

function findFormats(lines: readonly string[], name: string): Format[] {
  const order = lines[0]?.split(' ').slice(3).map(Number) ?? [];
  return order.flatMap((payloadType) => {
    const map = lines.find((line) => line.startsWith(`a=rtpmap:${payloadType} `));
    if (map?.split(' ')[1]?.toLowerCase() !== name || payloadType > 127) return [];
    const prefix = `a=fmtp:${payloadType} `;
    const parameters = lines.find((line) => line.startsWith(prefix))?.slice(prefix.length) ?? '';
    return [{ payloadType, parameters }];
  });
}

/** Baseline profile in packetization mode 1: all browsers can decode it, even in hardware, and MP4 can contain it unchanged. */
function findVideoFormats(lines: readonly string[]): Offer['video']['formats'] {
  const [vp8] = findFormats(lines, 'vp8/90000');
  const h264 = findFormats(lines, 'h264/90000').filter(({ parameters }) => /packetization-mode=1/.test(parameters));
  const isProfile = (profile: RegExp) => h264.find(({ parameters }) => profile.test(parameters));
  const baseline = isProfile(/profile-level-id=42e0/i) ?? isProfile(/profile-level-id=42/i);
  return { ...(baseline && { h264: baseline }), ...(vp8 && { vp8 }) };
}

/**
 * Removes the addresses from a browser's offer. We learn the browser's address when it connects to us. This way, an offer
 * cannot make us send to an arbitrary address or resolve names in the local network, and no candidate can come before its
 * description, which would crash node-datachannel.
 */
export const removeCandidates = (sdp: string): string =>
  toLines(sdp)
    .filter((line) => !/^a=(candidate|end-of-candidates|remote-candidates)/.test(line))
    .concat('')
    .join('\r\n');

/**
 * Replaces the machine's own address with the public one, for a machine behind a router that maps an address to it.
 *
 * @param publicIp null to leave our candidates unchanged.
 */
export function replaceHostAddress(sdp: string, publicIp: string | null): string {
  if (publicIp === null) return sdp;
  let isDone = false;
  const lines = toLines(sdp).flatMap((line) => {
    if (line.startsWith('m=')) isDone = false;
    const parts = /^(a=candidate:\S+ \d+ UDP \d+) (\S+) (\d+) (typ host.*)$/i.exec(line);
    if (!parts) return [line.replace(/^c=IN IP[46] .*/, `c=IN ${isIPv4(publicIp) ? 'IP4' : 'IP6'} ${publicIp}`)];
    if (isDone) return [];
    isDone = true;
    return [`${parts[1]} ${publicIp} ${parts[3]} ${parts[4]}`];
  });
  return lines.concat('').join('\r\n');
}
