import type { ITwitterApiClientPlugin, TwitterApi, TwitterApiTokens } from 'twitter-api-v2';
import { AppError } from '../errors';
import type { TwitterGateway } from './identity';

/**
 * The real Twitter, by OAuth 1.0a: a request token, the browser's visit there, and what came back for it.
 *
 * @param plugins look at requests on their way; tests answer them.
 */
export function createTwitter(options: {
  key: string;
  secret: string;
  plugins?: ITwitterApiClientPlugin[];
}): TwitterGateway {
  const app = { appKey: options.key, appSecret: options.secret };
  // Loaded with the first log-in: most sites never need it.
  const library = () => import('twitter-api-v2');

  async function ask<T>(tokens: TwitterApiTokens, question: (client: TwitterApi) => Promise<T>): Promise<T> {
    const { TwitterApi, ApiResponseError } = await library();
    try {
      return await question(new TwitterApi(tokens, { plugins: options.plugins ?? [] }));
    } catch (error) {
      // Twitter's answers may quote tokens, so only their status is passed on.
      const status = error instanceof ApiResponseError ? error.code : undefined;
      const details = `Twitter answered ${status ?? 'nothing'}`;
      const isNo = status !== undefined && status < 500 && status !== 429;
      throw new AppError(isNo ? 'PROVIDER_REFUSED' : 'PROVIDER_UNREACHABLE', { details });
    }
  }

  return {
    isProduction: true,

    async start(callbackUrl) {
      const link = await ask(app, (client) => client.generateAuthLink(callbackUrl, { linkMode: 'authenticate' }));
      return { url: link.url, token: link.oauth_token, secret: link.oauth_token_secret };
    },

    async finish({ token, secret, verifier }) {
      const tokens = { ...app, accessToken: token, accessSecret: secret };
      const { userId, screenName } = await ask(tokens, (client) => client.login(verifier));
      return { subject: userId, label: `@${screenName}`, name: screenName };
    },
  };
}
