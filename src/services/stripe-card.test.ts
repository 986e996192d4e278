import { loadStripe } from '@stripe/stripe-js/pure';
import { confirmAtBank, confirmCardAtBank } from './stripe-card';

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: Object.assign(vi.fn(), { setLoadParameters: vi.fn() }) }));

const ask = (answer: object) => {
  vi.mocked(loadStripe).mockResolvedValue({ confirmCardPayment: async () => answer } as never);
  return confirmAtBank('pk_1', 'pi_1_secret_2');
};

describe('M-18: confirming a payment in Stripe’s window', () => {
  it('resolves to undefined if confirmed, or to Stripe’s text if declined', async () => {
    expect(await ask({ paymentIntent: { status: 'succeeded' } })).toBeUndefined();
    expect(await ask({ error: { type: 'card_error', message: 'Your card was declined.' } })).toBe(
      'Your card was declined.',
    );
    const failed = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'Not you.',
    };
    expect(await ask({ error: { ...failed, payment_intent: { status: 'requires_payment_method' } } })).toBe('Not you.');
  });

  it.each(['succeeded', 'processing', 'requires_capture'])('accepts an earlier confirmation: %s', async (status) => {
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { status },
    };
    expect(await ask({ error: { ...error, message: 'You cannot confirm this PaymentIntent.' } })).toBeUndefined();
  });

  it.each(['api_connection_error', 'api_error', 'rate_limit_error'])(
    'rejects after %s, since the outcome is unknown',
    async (type) => {
      await expect(ask({ error: { type, message: 'We are experiencing issues.' } })).rejects.toThrow('issues');
    },
  );
});

describe('confirming a saved card in Stripe’s window', () => {
  const askAboutCard = (answer: object) => {
    vi.mocked(loadStripe).mockResolvedValue({ confirmCardSetup: async () => answer } as never);
    return confirmCardAtBank('pk_1', 'seti_1_secret_2');
  };

  it('resolves to undefined if confirmed, now or before, or to Stripe’s text if declined', async () => {
    expect(await askAboutCard({ setupIntent: { status: 'succeeded' } })).toBeUndefined();
    const error = { type: 'invalid_request_error', message: 'Not you.' };
    expect(await askAboutCard({ error: { ...error, setup_intent: { status: 'succeeded' } } })).toBeUndefined();
    expect(await askAboutCard({ error })).toBe('Not you.');
  });

  it('rejects after an error at Stripe, since the outcome is unknown', async () => {
    await expect(askAboutCard({ error: { type: 'api_error', message: 'Issues.' } })).rejects.toThrow('Issues');
  });
});
