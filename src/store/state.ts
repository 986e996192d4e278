/**
 * Each feature adds its own part by declaration merging, so that no feature imports another:
 *
 * declare module '@/store/state' { interface StoreState { wallet: WalletState } }
 */
export interface StoreState {}
