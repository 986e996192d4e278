import { useDispatch, useSelector } from 'react-redux';
import type { StoreState } from './state';
import type { Dispatch } from '@reduxjs/toolkit';

export const useAppDispatch = useDispatch.withTypes<Dispatch>();
export const useAppSelector = useSelector.withTypes<StoreState>();
