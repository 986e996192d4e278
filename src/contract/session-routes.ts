import { defineRoutes } from './define';

export const sessionRoutes = defineRoutes({
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'signedIn' },
  startTwitterLogin: { method: 'POST', path: '/auth/twitter/login', access: 'public' },
  finishTwitterLogin: { method: 'POST', path: '/auth/twitter/callback', access: 'public' },
  loginWithGoogle: { method: 'POST', path: '/auth/google/login', access: 'public' },
  sendEmailVerification: { method: 'POST', path: '/auth/email-verification', access: 'public' },
  updatePassword: { method: 'PUT', path: '/auth/users/me/password', access: 'signedIn' },
  requestPasswordReset: { method: 'POST', path: '/auth/users/forgot', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/users/reset', access: 'public' },
  registerUser: { method: 'POST', path: '/auth/users/register', access: 'public', captcha: 'register' },
  registerPerformer: { method: 'POST', path: '/auth/performers/register', access: 'public', upload: true, captcha: 'register' },
  sendPhoneCode: { method: 'POST', path: '/auth/phone/send-code', access: 'public' },
  loginWithPhone: { method: 'POST', path: '/auth/phone', access: 'public' },
  checkDocument: { method: 'POST', path: '/auth/checkDocument', access: 'public' },
  connectTwoStep: { method: 'POST', path: '/auth/two-step/connect', access: 'signedIn' },
  verifyTwoStep: { method: 'POST', path: '/auth/two-step/verify', access: 'signedIn' },
  getTwoStepStatus: { method: 'GET', path: '/auth/two-step/status', access: 'signedIn' },
  disableTwoStep: { method: 'POST', path: '/auth/two-step/disable', access: 'signedIn' },
});
