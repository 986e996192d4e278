/** Later candidates are left out: a slow STUN server must not delay the picture. */
const GATHER_MS = 1_500;

export async function createFullOffer(peer: RTCPeerConnection): Promise<string> {
  await peer.setLocalDescription(await peer.createOffer());
  await waitForCandidates(peer);
  return peer.localDescription?.sdp ?? '';
}

function waitForCandidates(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      peer.removeEventListener('icegatheringstatechange', check);
      resolve();
    };
    const check = () => {
      if (peer.iceGatheringState === 'complete') end();
    };
    const timer = setTimeout(end, GATHER_MS);
    peer.addEventListener('icegatheringstatechange', check);
  });
}
