/** Something that breaks, and what the product promises when it does. Each is one file of this folder, and a row of `list.ts`. */
export interface InjectedFault {
  /** One or two words, for `npm run test:fault-injection -- word`. */
  name: string
  /** As `docs/design` of the issue and `docs/what-must-hold.md` say it. */
  promise: string
  /** How often it happens in `npm run test:fault-injection`. */
  full: number
  /** How often in `npm test`, in a few seconds; 0 where other tests there prove it. */
  short: number
  /** Why it can't be made to happen on this machine. */
  cannot?: () => string | undefined
  /** Makes it happen so often on the site of this run (`openSharedSite`), leaves that site whole, and says what was seen. */
  run(count: number): Promise<FaultMeasurement[]>
}

export interface FaultMeasurement {
  what: string
  value: number
  unit?: string
  /** What the value must be; without it, it is only told. */
  bar?: { exactly: number } | { atMost: number } | { atLeast: number }
}

export function meetsThreshold({ value, bar }: FaultMeasurement): boolean {
  if (!bar) return true
  if ('exactly' in bar) return value === bar.exactly
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast
}

/** `taken over after at most: 34.1 s (≤ 45 s)`. */
export function formatMeasurement(figure: FaultMeasurement): string {
  const { what, bar } = figure
  return `${what}: ${formatWithUnit(figure.value, figure)}${bar ? ` (${formatThreshold(figure)})` : ''}`
}

export function formatThreshold(figure: FaultMeasurement): string {
  const { bar } = figure
  if (!bar) return ''
  if ('exactly' in bar) return `= ${formatWithUnit(bar.exactly, figure)}`
  return 'atMost' in bar
    ? `≤ ${formatWithUnit(bar.atMost, figure)}`
    : `≥ ${formatWithUnit(bar.atLeast, figure)}`
}

export function formatWithUnit(value: number, { unit = '' }: FaultMeasurement): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`.trim()
}
