import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/part-failed';
import { useEffect, useState } from 'react';
import { selectProof } from '@/features/proof/proof-slice';
import { useAppSelector } from '@/store/hooks';

const ProofSheet = dynamic(
  () => import('@/features/proof/components/proof-sheet').then((module) => module.ProofSheet),
  { ssr: false, loading: LazySheet },
);

/** Where the proof sheet opens, on pages that bring its feature; fetched when it is needed for the first time. */
export function ProofDoor() {
  const isOpen = useAppSelector((state) => selectProof(state)?.isOpen === true);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    if (isOpen) setWasOpen(true);
  }, [isOpen]);
  return wasOpen ? <ProofSheet /> : null;
}
