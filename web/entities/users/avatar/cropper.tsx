import { Slider, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { clampOffset, cropOf, type Offset } from './crop.ts';

const VIEW = 280;
const OUTPUT = 512;
const STEP = 8;
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface Props {
  file: File;
  busy: boolean;
  onCancel: () => void;
  onDone: (picture: Blob) => void;
}
/** Moves and enlarges a picture under a square, by pointer or keyboard. */
export function Cropper({ file, busy, onCancel, onDone }: Props) {
  const t = useText('profile');
  const common = useText('common');
  const { image, broken } = useImage(file);
  const { zoom, offset, move, enlarge } = usePlacing(image);
  const done = (): void => {
    if (image === null) return;
    cut(image, zoom, offset).toBlob((blob) => blob !== null && onDone(blob), 'image/png');
  };
  if (broken) return <Text role="alert">{t('avatar_broken')}</Text>;
  return (
    <Stack align="center">
      <Square image={image} zoom={zoom} offset={offset} onMove={move} />
      <Slider
        w={VIEW}
        min={1}
        max={4}
        step={0.05}
        label={null}
        thumbLabel={t('avatar_zoom')}
        value={zoom}
        onChange={enlarge}
      />
      <DialogButtons
        onCancel={onCancel}
        act={common('action.save')}
        onAct={done}
        loading={busy}
        disabled={image === null}
      />
    </Stack>
  );
}

/** Position and size of the picture under the square, always covering it. */
function usePlacing(image: ImageBitmap | null) {
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 });
  const move = (x: number, y: number): void => {
    if (image !== null) setOffset((at) => clampOffset({ x: at.x + x, y: at.y + y }, image, zoom, VIEW));
  };
  const enlarge = (next: number): void => {
    setZoom(next);
    if (image !== null) setOffset((at) => clampOffset(at, image, next, VIEW));
  };
  return { zoom, offset, move, enlarge };
}

interface SquareProps {
  image: ImageBitmap | null;
  zoom: number;
  offset: Offset;
  onMove: (x: number, y: number) => void;
}
function Square({ image, zoom, offset, onMove }: SquareProps) {
  const t = useText('profile');
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Offset | null>(null);
  useEffect(() => {
    if (canvas.current !== null && image !== null) draw(canvas.current, image, zoom, offset, VIEW);
  }, [image, zoom, offset]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(...step);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag.current === null) return;
    onMove(event.clientX - drag.current.x, event.clientY - drag.current.y);
    drag.current = { x: event.clientX, y: event.clientY };
  };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: moved with the arrow keys
    <canvas
      ref={canvas}
      width={VIEW}
      height={VIEW}
      tabIndex={0}
      role="application"
      aria-label={t('avatar_move')}
      style={{ borderRadius: '50%', cursor: 'grab', touchAction: 'none', background: 'var(--aw-hover)' }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
}

function useImage(file: File): { image: ImageBitmap | null; broken: boolean } {
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let current = true;
    createImageBitmap(file).then(
      (bitmap) => current && setImage(bitmap),
      () => current && setBroken(true),
    );
    return () => {
      current = false;
    };
  }, [file]);
  return { image, broken };
}

/** The part under the square, at the size in which it is stored. */
function cut(image: ImageBitmap, zoom: number, offset: Offset): HTMLCanvasElement {
  const output = document.createElement('canvas');
  output.width = OUTPUT;
  output.height = OUTPUT;
  const scale = OUTPUT / VIEW;
  draw(output, image, zoom, { x: offset.x * scale, y: offset.y * scale }, OUTPUT);
  return output;
}

function draw(
  target: HTMLCanvasElement,
  image: ImageBitmap,
  zoom: number,
  offset: Offset,
  side: number,
): void {
  const context = target.getContext('2d');
  if (context === null) return;
  const { x, y, width, height } = cropOf(image, zoom, offset, side);
  context.clearRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height);
}
