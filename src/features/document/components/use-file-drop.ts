import { type DragEvent, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Makes an element a place to drop files on; `isOver` while some hover over it. */
export function useFileDrop(onFiles: (files: File[]) => void, isOn: boolean) {
  // Entering a child leaves its parent: only the balance tells.
  const [depth, setDepth] = useState(0);
  if (!isOn) return { isOver: false, handlers: {} };
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDepth((before) => before + 1);
      },
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave(event: DragEvent) {
        if (carriesFiles(event)) setDepth((before) => Math.max(0, before - 1));
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
