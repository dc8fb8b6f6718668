const inlined = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** The drawing with its colours written out: on its own it knows no style sheet and no scheme. */
function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('the copy of a drawing is a drawing');
  const originals = svg.querySelectorAll('*');
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index];
    if (!original || !(element instanceof SVGElement)) continue;
    const style = getComputedStyle(original);
    for (const property of inlined) element.style.setProperty(property, style.getPropertyValue(property));
  }
  return copy;
}

function loadImage(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the drawing could not be read'));
    image.src = source;
  });
}

const SCALE = 2;
const PADDING = 24;
/** The picture's own font may be wider than the page's, which an image cannot load. */
const BLEED = 12;
const LINE = 22;

/** The chart as a picture with its title and legend, in the colours of the page, twice the size for print. */
export async function drawPng(
  container: HTMLElement,
  { title, legend }: { title: string; legend: readonly LegendEntry[] },
): Promise<Blob> {
  const svg = container.querySelector('svg');
  if (!svg) throw new Error('there is no drawing yet');
  const { width, height } = svg.getBoundingClientRect();
  const page = getComputedStyle(container);
  const copy = standalone(svg);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `${-BLEED} 0 ${width + 2 * BLEED} ${height}`);
  copy.setAttribute('width', String((width + 2 * BLEED) * SCALE));
  copy.setAttribute('height', String(height * SCALE));
  copy.style.setProperty('font-family', page.fontFamily);
  const text = new XMLSerializer().serializeToString(copy);
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);

  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  const legendFont = `13px ${page.fontFamily}`;
  pen.font = legendFont;
  const placed = placeLegend(pen, legend, width);
  const head = 40 + (placed.at(-1)?.line ?? 0) * LINE + LINE;
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (height + head + 2 * PADDING) * SCALE;
  pen.fillStyle = backgroundOf(container);
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = page.color;
  pen.font = `600 18px ${page.fontFamily}`;
  pen.fillText(title, PADDING, PADDING + 16);
  pen.font = legendFont;
  for (const { label, swatch, x, line } of placed) {
    const y = PADDING + 32 + line * LINE;
    pen.fillStyle = getComputedStyle(swatch).backgroundColor;
    pen.fillRect(PADDING + x, y, 10, 10);
    pen.fillStyle = page.color;
    pen.fillText(label, PADDING + x + 16, y + 10);
  }
  pen.drawImage(image, PADDING - BLEED, PADDING + head, width + 2 * BLEED, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

type LegendEntry = { label: string; swatch: HTMLElement };

/** The entries beside each other, on a further line where the width ends. */
function placeLegend(pen: CanvasRenderingContext2D, legend: readonly LegendEntry[], width: number) {
  let x = 0;
  let line = 0;
  return legend.map((entry) => {
    const needed = 16 + pen.measureText(entry.label).width;
    if (x > 0 && x + needed > width) {
      x = 0;
      line += 1;
    }
    const place = { ...entry, x, line };
    x += needed + 20;
    return place;
  });
}

/** The colour that shows behind an element: the first above it that has one. */
function backgroundOf(element: HTMLElement): string {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== 'transparent') return backgroundColor;
  }
  return 'white';
}
