import dynamic from 'next/dynamic';
import { LazyPart } from '@/components/states/part-failed';

// Console screens are never rendered on the server, where antd does not run.

export const LogScreen = dynamic(() => import('./log-screen').then((module) => module.LogScreen), {
  ssr: false,
  loading: LazyPart,
});

export const OperatorsScreen = dynamic(() => import('./operators-screen').then((module) => module.OperatorsScreen), {
  ssr: false,
  loading: LazyPart,
});
