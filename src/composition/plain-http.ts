import axios, { AxiosError, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import type { Dispatcher } from 'undici';
import { parseJsonOrText } from '@/lib/parse-json';
import type { HttpLibrary } from '@/services/http-client';

/**
 * Sends plain GET requests with undici, which takes about half the processor time of Node's own client. Other requests, and
 * redirects, use axios.
 *
 * @param whole axios, for those requests and for its error types
 */
export function createPlainHttp(whole: AxiosInstance, dispatcher: Dispatcher): HttpLibrary {
  const request = async (config: AxiosRequestConfig): Promise<AxiosResponse> => {
    const { method, signal, baseURL } = config;
    if (method !== 'GET' || signal || !baseURL?.startsWith('http:')) return whole.request(config);
    const response = await get({ timeout: whole.defaults.timeout, ...config }, dispatcher);
    const { status } = response;
    if (status >= 200 && status < 300) return response;
    if (status >= 300 && status < 400 && response.headers['location']) return whole.request(config);
    const code = status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
    throw new AxiosError(`Request failed with status code ${status}`, code, undefined, undefined, response);
  };
  return { request: (config) => request(config) as never };
}

const fixedHeaders = { Accept: 'application/json, text/plain, */*', 'User-Agent': `axios/${axios.VERSION}` };

const codes: Partial<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_HEADERS_TIMEOUT: AxiosError.ECONNABORTED,
  UND_ERR_BODY_TIMEOUT: AxiosError.ECONNABORTED,
  UND_ERR_CONNECT_TIMEOUT: AxiosError.ECONNABORTED,
};

function get(config: AxiosRequestConfig, dispatcher: Dispatcher): Promise<AxiosResponse> {
  const { baseURL = '', url = '', params, paramsSerializer, timeout } = config;
  const address = params ? axios.getUri({ baseURL, url, params: params as object, paramsSerializer }) : baseURL + url;
  const pathAt = address.indexOf('/', 'http://'.length);
  const headers = Object.assign({}, fixedHeaders, config.headers) as Record<string, string>;
  return new Promise((resolve, reject) => {
    let response: AxiosResponse | undefined;
    const parts: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    dispatcher.dispatch(
      {
        origin: address.slice(0, pathAt),
        path: address.slice(pathAt),
        method: 'GET',
        headers,
        headersTimeout: timeout,
        bodyTimeout: timeout,
      },
      {
        // undici detects the current handler interface by this method.
        onRequestStart(controller) {
          // undici's own timeouts restart with each chunk, so a response that trickles in would never time out.
          if (timeout)
            timer = setTimeout(
              () => controller.abort(new AxiosError(`timeout of ${timeout}ms exceeded`, AxiosError.ECONNABORTED)),
              timeout,
            );
        },
        onResponseStart(_controller, status, replyHeaders, statusText = '') {
          response = { status, statusText, headers: replyHeaders, config, data: undefined } as AxiosResponse;
        },
        onResponseData(_controller, part) {
          parts.push(part);
        },
        onResponseEnd() {
          clearTimeout(timer);
          resolve(Object.assign(response!, { data: parseJsonOrText(Buffer.concat(parts).toString()) }));
        },
        onResponseError(_controller, error: NodeJS.ErrnoException) {
          clearTimeout(timer);
          const code = codes[error.code ?? ''] ?? error.code;
          if (response)
            reject(
              new AxiosError('stream has been aborted', AxiosError.ERR_BAD_RESPONSE, undefined, undefined, response),
            );
          else reject(AxiosError.from(error, code));
        },
      },
    );
  });
}
