import { createAgoraStreaming } from './streaming-agora';
import { createEmbeddedStreaming, type StreamingDeps } from './streaming-embedded';
import { createForwardedStreaming } from './streaming-forwarded';
import { createLivekitStreaming } from './streaming-livekit';
import type { StreamingGateway } from './streaming';

/** Selects the engine for live shows: the one whose keys are configured, else the embedded one. ADR 63. */
export function createStreamingGateway(deps: StreamingDeps): StreamingGateway {
  const { AGORA_APP_ID: appId, AGORA_APP_CERTIFICATE: certificate } = deps.env;
  const { AGORA_CUSTOMER_ID: id, AGORA_CUSTOMER_SECRET: customerSecret, AGORA_API_URL: apiUrl } = deps.env;
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = deps.env;
  if (appId !== undefined && certificate !== undefined) {
    const customer = id === undefined || customerSecret === undefined ? null : { id, secret: customerSecret };
    return createAgoraStreaming({ appId, certificate, customer, apiUrl }, deps);
  }
  if (url !== undefined && key !== undefined && secret !== undefined)
    return createLivekitStreaming({ url, key, secret }, deps);
  const { LIVE_NODE_URL: nodeUrl } = deps.env;
  return nodeUrl === undefined ? createEmbeddedStreaming(deps) : createForwardedStreaming(nodeUrl, deps);
}
