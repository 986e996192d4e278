import { readOffer, removeCandidates, replaceHostAddress, UnusableOffer } from './offer';

const video = (formats: string, lines: string[]): string[] => [
  `m=video 9 UDP/TLS/RTP/SAVPF ${formats}`,
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  ...lines,
];
const audio = ['m=audio 9 UDP/TLS/RTP/SAVPF 111 0', 'a=mid:1', 'a=rtpmap:111 opus/48000/2', 'a=rtpmap:0 PCMU/8000'];
const head = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0'];
const build = (...sections: string[][]): string => [...head, ...sections.flat(), ''].join('\r\n');

/** Video formats in Chrome's order. */
const chrome = video('96 97 103 107 109 115', [
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:103 H264/90000',
  'a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f',
  'a=rtpmap:107 H264/90000',
  'a=fmtp:107 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f',
  'a=rtpmap:109 H264/90000',
  'a=fmtp:109 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:115 H264/90000',
  'a=fmtp:115 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f',
]);

describe('readOffer', () => {
  it('accepts baseline H264 in packetization mode 1 together with VP8', () => {
    expect(readOffer(build(chrome, audio))).toEqual({
      video: {
        mid: '0',
        formats: {
          h264: {
            payloadType: 109,
            parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
          },
          vp8: { payloadType: 96, parameters: '' },
        },
      },
      audio: { mid: '1', payloadType: 111 },
    });
  });

  it('accepts VP8 without audio from a browser that has no H264', () => {
    const { formats } = readOffer(build(video('96', ['a=rtpmap:96 VP8/90000']))).video;
    expect(formats).toEqual({ vp8: { payloadType: 96, parameters: '' } });
  });

  it.each([
    ['an empty offer', ''],
    ['audio only', build(audio)],
    ['two video sections', build(chrome, chrome)],
    ['a data channel', build(chrome, ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2'])],
    ['unsupported video codecs', build(video('98', ['a=rtpmap:98 VP9/90000']))],
    ['audio without Opus', build(chrome, ['m=audio 9 UDP/TLS/RTP/SAVPF 0', 'a=mid:1', 'a=rtpmap:0 PCMU/8000'])],
    ['a section without a mid', build(chrome.filter((line) => !line.startsWith('a=mid')))],
  ])('rejects %s', (_what, sdp) => expect(() => readOffer(sdp)).toThrow(UnusableOffer));
});

it('removes all addresses from an offer', () => {
  const sdp = build(chrome, ['a=candidate:1 1 UDP 2 10.0.0.1 5 typ host', 'a=end-of-candidates']);
  expect(removeCandidates(sdp)).toBe(build(chrome));
});

describe('replaceHostAddress', () => {
  const section = [
    'm=video 3002 UDP/TLS/RTP/SAVPF 109',
    'c=IN IP4 10.0.0.5',
    'a=candidate:1 1 UDP 2114977791 10.0.0.5 3002 typ host',
    'a=candidate:2 1 UDP 2114977790 fd00::2 3002 typ host',
    'a=end-of-candidates',
  ];

  it('replaces the addresses of the machine with a single public one', () => {
    expect(replaceHostAddress(build(section), '203.0.113.7')).toBe(
      build([
        'm=video 3002 UDP/TLS/RTP/SAVPF 109',
        'c=IN IP4 203.0.113.7',
        'a=candidate:1 1 UDP 2114977791 203.0.113.7 3002 typ host',
        'a=end-of-candidates',
      ]),
    );
  });

  it('leaves the addresses unchanged without a public one', () => {
    expect(replaceHostAddress(build(section), null)).toBe(build(section));
  });
});
