/**
 * The width and the stroke path of each poster letter. The letters are six units high. Posters need no
 * installed font, because their letters are drawn as paths.
 */
const letterStrokes: Record<string, [width: number, path: string]> = {
  A: [4, 'M0 6V2a2 2 0 0 1 4 0v4M0 4h4'],
  B: [3.8, 'M0 0v6h2.3a1.6 1.6 0 0 0 0-3.2H0M2 2.8A1.4 1.4 0 0 0 2 0H0'],
  C: [4, 'M4 1.9a2 2 0 0 0-4 0v2.2a2 2 0 0 0 4 0'],
  D: [4, 'M0 0v6h2a2 2 0 0 0 2-2V2a2 2 0 0 0-2-2Z'],
  E: [3.3, 'M3.3 0H0v6h3.3M0 3h2.8'],
  F: [3.2, 'M3.2 0H0v6M0 3h2.7'],
  G: [4, 'M4 1.9a2 2 0 0 0-4 0v2.2a2 2 0 0 0 4 0V3.3H2.4'],
  H: [4, 'M0 0v6M4 0v6M0 3h4'],
  I: [0, 'M0 0v6'],
  J: [3.4, 'M3.4 0v4.3a1.7 1.7 0 0 1-3.4 0'],
  K: [3.9, 'M0 0v6M3.7 0 .5 3.1 3.9 6'],
  L: [3.2, 'M0 0v6h3.2'],
  M: [5, 'M0 6V0l2.5 3.4L5 0v6'],
  N: [4, 'M0 6V0l4 6V0'],
  O: [4, 'M0 2a2 2 0 0 1 4 0v2a2 2 0 0 1-4 0Z'],
  P: [3.9, 'M0 6V0h2.1a1.8 1.8 0 0 1 0 3.6H0'],
  Q: [4.2, 'M0 2a2 2 0 0 1 4 0v2a2 2 0 0 1-4 0ZM2.4 4.3l1.8 1.9'],
  R: [4, 'M0 6V0h2.1a1.7 1.7 0 0 1 0 3.4H0M2 3.4 4 6'],
  S: [3.8, 'M3.7 1.5A1.7 1.5 0 0 0 2 0h-.3a1.5 1.5 0 0 0 0 3h.5a1.5 1.5 0 0 1 0 3h-.5A1.7 1.5 0 0 1 0 4.5'],
  T: [3.8, 'M0 0h3.8M1.9 0v6'],
  U: [4, 'M0 0v4a2 2 0 0 0 4 0V0'],
  V: [4, 'M0 0l2 6 2-6'],
  W: [5.6, 'M0 0l1.3 6 1.5-4.4L4.3 6l1.3-6'],
  X: [3.9, 'M0 0l3.9 6M3.9 0 0 6'],
  Y: [4, 'M0 0l2 3.1L4 0M2 3.1V6'],
  Z: [3.8, 'M0 0h3.7L0 6h3.8'],
  '0': [3.8, 'M0 1.9a1.9 1.9 0 0 1 3.8 0v2.2a1.9 1.9 0 0 1-3.8 0Z'],
  '1': [1.4, 'M0 1.2 1.4 0v6'],
  '2': [3.8, 'M0 1.8a1.8 1.8 0 0 1 3.7 0C3.7 3.4 0 4.2 0 6h3.8'],
  '3': [3.7, 'M.1 0h3.4L1.7 2.4a1.8 1.8 0 1 1-1.7 2.5'],
  '4': [4, 'M3 6V0L0 4.3h4'],
  '5': [3.7, 'M3.4 0H.3v2.7h1.7a1.65 1.65 0 0 1 0 3.3H0'],
  '6': [3.8, 'M3.2 0C1.4.6 0 2.2 0 4.1a1.9 1.9 0 1 0 .2-1'],
  '7': [3.7, 'M0 0h3.7L1.2 6'],
  '8': [3.6, 'M1.8 2.8a1.4 1.4 0 1 1 .01 0ZM1.8 6a1.6 1.6 0 1 1 .01 0Z'],
  '9': [3.8, 'M.6 6C2.4 5.4 3.8 3.8 3.8 1.9a1.9 1.9 0 1 0-.2 1'],
  '!': [0, 'M0 0v3.7M0 5.9v.1'],
  '?': [3.4, 'M0 1.6a1.7 1.6 0 1 1 1.7 1.7v.8M1.7 5.9v.1'],
  '.': [0, 'M0 5.9V6'],
  ',': [0.4, 'M.4 5.7 0 6.6'],
  ':': [0, 'M0 2.1v.1M0 5.5v.1'],
  '-': [1.8, 'M0 3.2h1.8'],
  "'": [0, 'M0 0v1'],
  '&': [4, 'M4 6 .9 2.2A1.3 1.3 0 1 1 3 1.3C3 2.6 0 3 0 4.6 0 6.4 3 6.6 4 3.6'],
}

const gap = 1.75
const space = 2.2

const widthOf = (line: string) =>
  [...line].reduce((sum, sign) => sum + (sign === ' ' ? space : (letterStrokes[sign]?.[0] ?? 0) + gap), 0) -
  gap

/**
 * Lays out a title as large as possible within a box and chooses the line breaks that fit best. Returns the
 * title as SVG.
 */
export function renderPosterTitle(
  title: string,
  box: { x: number; y: number; width: number; height: number },
  colours: { face: string; shade: string },
): string {
  const lines = bestLines(title.toUpperCase().replaceAll('’', "'"), box.width / box.height)
  const width = Math.max(...lines.map(widthOf)) + 1.4
  const height = lines.length * leading
  const unit = Math.min(box.width / width, box.height / height, 26)
  const y = box.y + (box.height - height * unit) / 2
  const strokes = lines.map((line, row) => strokesOf(line, row * leading + 0.9)).join('')
  const layer = (colour: string, dx: number, dy: number) =>
    `<g transform="translate(${box.x + 0.7 * unit + dx} ${y + dy}) scale(${unit})" stroke="${colour}">${strokes}</g>`
  const depth = unit * 0.5
  return `<g fill="none" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">
    ${layer(colours.shade, depth, depth)}${layer(colours.face, 0, 0)}</g>`
}

const leading = 8.4

/**
 * Breaks the title into one to five lines. Chooses the number of lines with which the text best fits the
 * aspect ratio of the box.
 */
function bestLines(text: string, shape: number): string[] {
  const tries = [1, 2, 3, 4, 5].map((count) => breakLines(text, count))
  const off = (lines: string[]) =>
    Math.abs(Math.log(Math.max(...lines.map(widthOf)) / (lines.length * leading) / shape))
  return tries.toSorted((a, b) => off(a) - off(b))[0]!
}

function breakLines(text: string, count: number): string[] {
  const most = widthOf(text) / count + 4
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function strokesOf(line: string, y: number): string {
  let x = 0
  let strokes = ''
  for (const sign of line) {
    const letter = letterStrokes[sign]
    if (letter) strokes += `<path transform="translate(${x.toFixed(2)} ${y})" d="${letter[1]}" />`
    x += letter ? letter[0] + gap : space
  }
  return strokes
}
