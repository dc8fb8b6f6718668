import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { plusIcon } from '@/components/icons';
import { type Box, boxBetween, isDrawn, movedBox } from '../redact-rules';
import type { DrawnPage } from './page-pictures';

const inPercent = (part: number) => `${part * 100}%`;
const styleOf = ({ left, top, width, height }: Box) => ({
  left: inPercent(left),
  top: inPercent(top),
  width: inPercent(width),
  height: inPercent(height),
});

const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
};

/** A page on which boxes are drawn with a finger or the mouse; one that is there is moved by the arrow keys, and gone by a click. */
export function RedactPage({
  page,
  number,
  boxes,
  onBoxes,
}: {
  page: DrawnPage;
  number: number;
  boxes: readonly Box[];
  onBoxes: (boxes: readonly Box[]) => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const holder = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null);
  const [drawing, setDrawing] = useState<Box | null>(null);

  useEffect(() => {
    page.canvas.className = 'block h-auto w-full';
    holder.current?.prepend(page.canvas);
  }, [page]);

  const at = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - frame.left) / frame.width, y: (event.clientY - frame.top) / frame.height };
  };
  const put = (index: number, box: Box | null) =>
    onBoxes(boxes.flatMap((one, other) => (other === index ? (box ?? []) : one)));
  const byKey = (event: KeyboardEvent, index: number, box: Box) => {
    const step = steps[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') put(index, null);
    else if (step) put(index, movedBox(box, step, event.shiftKey));
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="text-muted">{t('page', { number: String(number) })}</span>
        <Button
          size="sm"
          look="ghost"
          icon={plusIcon}
          aria-label={t('addBoxOn', { number: String(number) })}
          onClick={() => onBoxes([...boxes, { left: 0.3, top: 0.4, width: 0.4, height: 0.05 }])}
        >
          {t('addBox')}
        </Button>
      </div>
      <div
        ref={holder}
        data-page={number}
        className="relative cursor-crosshair touch-pan-y overflow-clip rounded-xl border border-separator bg-white"
        onPointerDown={(event) => {
          if (event.target instanceof HTMLButtonElement) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(at(event));
        }}
        onPointerMove={(event) => from && setDrawing(boxBetween(from, at(event)))}
        onPointerUp={() => {
          if (drawing && isDrawn(drawing)) onBoxes([...boxes, drawing]);
          setFrom(null);
          setDrawing(null);
        }}
        onPointerCancel={() => {
          setFrom(null);
          setDrawing(null);
        }}
      >
        {boxes.map((box, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the list
            key={index}
            type="button"
            aria-label={t('boxOn', { box: String(index + 1), number: String(number) })}
            className="absolute bg-black focus-visible:outline-2 focus-visible:outline-accent"
            style={styleOf(box)}
            onClick={() => put(index, null)}
            onKeyDown={(event) => byKey(event, index, box)}
          />
        ))}
        {drawing && <div aria-hidden="true" className="absolute bg-black/70" style={styleOf(drawing)} />}
      </div>
    </div>
  );
}
