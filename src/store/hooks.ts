import { useDispatch, useSelector } from 'react-redux';
import type { StoreState } from './state';
import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';

export const useAppDispatch = useDispatch.withTypes<Dispatch<UnknownAction>>();
export const useAppSelector = useSelector.withTypes<StoreState>();
