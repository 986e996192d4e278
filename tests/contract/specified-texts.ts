/**
 * Section 8 of the specification: events, and the texts shown for them. Tests produce each text: those of the browser in
 * `src/composition/specified-texts.test.tsx`, those of the API in `tests/contract/specified-texts.test.ts`. A text without a
 * producer is a compile error.
 */
export const textsInBrowser = {
  'a call is answered with 401': 'Please login!',
  'a call is answered with 401 on the verification page': 'Your token is expired, please reload a page',
  'a log-in is refused with a message': 'The kiln says no.',
  'a log-in is refused without a message': 'Incorrect credentials!',
  'conversations do not load': 'Error occurred, please try again later',
  'messages do not load': 'Error occurred, please try again later',
  'a conversation is not made': 'Error occurred, please try again later',
  'a message is not made': 'Error occurred, please try again later',
  'a profile is saved': 'Changes saved',
  'a password is saved': 'Changes saved',
  'a welcome video is switched off': 'Changes saved',
  'a welcome video is sent': 'Changes saved',
  'another call fails with a message': 'The kiln is cold.',
  'another call fails with a message inside its message': 'The kiln is hot.',
  'another call fails without a message': 'Something went wrong, please try again later',
  'another call gets no answer': 'Something went wrong, please try again later',
  'a card cannot be tokenized': 'Can not tokenize card',
  "the visitor's country is blocked": 'Not available in your country',
  'a log-in needs a second step': 'One more step',
} as const;

export const textsOfApi = {
  'a log-in with a wrong password': 'Incorrect credentials!',
  'a log-in of nobody': 'Incorrect credentials!',
  'a call that breaks': 'Something went wrong, please try again later',
  'a place without a street': 'IP Geolocation - Approximate',
  'a place without a city or region': 'Unknown Unknown',
  'a place without a postal code': '00000',
  'a place without a country': 'US',
} as const;
