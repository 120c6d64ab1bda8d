/** Something that breaks, and what the product promises when it does. Each is one file of this folder, and a row of `list.ts`. */
export interface Fault {
  /** One or two words, for `npm run test:faults -- word`. */
  name: string
  /** As `docs/design` of the issue and `docs/what-must-hold.md` say it. */
  promise: string
  /** How often it happens in `npm run test:faults`. */
  full: number
  /** How often in `npm test`, in a few seconds; 0 where other tests there prove it. */
  short: number
  /** Why it can't be made to happen on this machine. */
  cannot?: () => string | undefined
  /** Makes it happen so often on the site of this run (`theSite`), leaves that site whole, and says what was seen. */
  run(count: number): Promise<Figure[]>
}

export interface Figure {
  what: string
  value: number
  unit?: string
  /** What the value must be; without it, it is only told. */
  bar?: { exactly: number } | { atMost: number } | { atLeast: number }
}

export function holds({ value, bar }: Figure): boolean {
  if (!bar) return true
  if ('exactly' in bar) return value === bar.exactly
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast
}

/** `taken over after at most: 34.1 s (≤ 45 s)`. */
export function told(figure: Figure): string {
  const { what, bar } = figure
  return `${what}: ${withUnit(figure.value, figure)}${bar ? ` (${barOf(figure)})` : ''}`
}

export function barOf(figure: Figure): string {
  const { bar } = figure
  if (!bar) return ''
  if ('exactly' in bar) return `= ${withUnit(bar.exactly, figure)}`
  return 'atMost' in bar ? `≤ ${withUnit(bar.atMost, figure)}` : `≥ ${withUnit(bar.atLeast, figure)}`
}

export function withUnit(value: number, { unit = '' }: Figure): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`.trim()
}
