import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { batch } from '@contract/base/batch';

type Send = (config: AxiosRequestConfig) => Promise<AxiosResponse>;

interface Waiting {
  config: AxiosRequestConfig;
  settle(response: Promise<AxiosResponse>): void;
}

/**
 * Joins the GETs that one visitor's page makes in one moment into one call, once an API has said that it answers several. Where
 * it does so no more, each is made by itself.
 */
export function createBatches(send: Send, pathOf: (config: AxiosRequestConfig) => string): Send {
  /** Where the API of an address answers several. */
  const places = new Map<string, string>();
  /** By whom and what they are asked. */
  const waiting = new Map<string, Waiting[]>();

  async function askAlone(config: AxiosRequestConfig): Promise<AxiosResponse> {
    const response = await send(config);
    const place: unknown = response.headers[batch.header];
    if (typeof place === 'string' && place.startsWith('/')) places.set(config.baseURL ?? '', place);
    return response;
  }

  async function askTogether(group: Waiting[], place: string): Promise<AxiosResponse[] | undefined> {
    const [{ config }] = group as [Waiting];
    const paths = group.map((one) => pathOf(one.config));
    const reply = await send({
      ...config,
      method: 'POST',
      url: place,
      params: undefined,
      data: JSON.stringify({ paths }),
    });
    if (reply.status !== 200 || !Array.isArray(reply.data)) return undefined;
    return group.map(({ config }, index) => {
      const { status, body } = (reply.data as { status: number; body: unknown }[])[index]!;
      return { status, statusText: '', headers: {}, config, data: body } as AxiosResponse;
    });
  }

  function flush(key: string): void {
    const group = waiting.get(key) ?? [];
    waiting.delete(key);
    const base = group[0]?.config.baseURL ?? '';
    const place = places.get(base);
    if (group.length === 1 || place === undefined) {
      for (const { config, settle } of group) settle(askAlone(config));
      return;
    }
    const answers = askTogether(group, place);
    group.forEach(({ config, settle }, index) =>
      settle(
        answers.then((all) => {
          if (all) return all[index] as AxiosResponse;
          places.delete(base);
          return askAlone(config);
        }),
      ),
    );
  }

  return (config) => {
    const { baseURL = '', headers } = config;
    if (!places.has(baseURL)) return askAlone(config);
    const key = `${baseURL} ${JSON.stringify(headers)}`;
    return new Promise((resolve) => {
      const group = waiting.get(key) ?? [];
      group.push({ config, settle: resolve });
      waiting.set(key, group);
      // What the page has at hand has run by then.
      if (group.length === 1) process.nextTick(flush, key);
      if (group.length === batch.most) flush(key);
    });
  };
}
