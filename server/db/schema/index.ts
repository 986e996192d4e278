export * from './accounts';
export * from './feeds';
export * from './files';
export * from './messages';
export * from './money';
export * from './sandbox';
export * from './site';
export * from './social';
