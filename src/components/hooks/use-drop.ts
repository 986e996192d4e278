import { useState, type DragEvent } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

export function useDrop(onFiles: (files: File[]) => void, isOpen: boolean) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver: isOver && isOpen,
    onDragOver: (event: DragEvent) => {
      if (!isOpen || !hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (!isOpen || !hasFiles(event)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
}
