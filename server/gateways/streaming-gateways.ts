import { createEmbeddedStreaming, type StreamingDeps } from './streaming-embedded';
import type { StreamingGateway } from './streaming';

/** The engine of live shows that this site has. */
export function createStreamingGateway(deps: StreamingDeps): StreamingGateway {
  return createEmbeddedStreaming(deps);
}
