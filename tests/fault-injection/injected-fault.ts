/**
 * A fault, and what the product guarantees when it occurs. Each fault has a file in this folder and an entry
 * in `injected-faults.ts`.
 */
export interface InjectedFault {
  /**
   * One or two words that name the fault. `npm run test:fault-injection -- word` selects faults by this name.
   */
  name: string
  /**
   * A description of the fault and of what the product guarantees. The guarantee is one of the guarantees in
   * `docs/what-must-hold.md`.
   */
  guarantee: string
  /** Number of repetitions in `npm run test:fault-injection`. */
  fullRepetitions: number
  /**
   * Number of repetitions in `npm test`, where the fault must take only seconds, or 0 if other tests cover
   * the fault.
   */
  quickRepetitions: number
  /** Whether the fault takes so long that it is injected only if `npm run test:fault-injection` names it. */
  isOnRequest?: boolean
  /** Returns the reason if the fault cannot be injected on this machine. */
  skipReason?: () => string | undefined
  /**
   * Injects the fault `count` times into the site of this run (`startSharedMultiProcessTestSite`) and returns
   * the measurements. When the returned promise resolves, the site must work again.
   */
  run(count: number, options?: FaultOptions): Promise<FaultMeasurement[]>
}

/** Options of the command line that only some faults use. */
export interface FaultOptions {
  /** The duration of the film in minutes. */
  minutes?: number
  killEverySeconds?: number
}

export interface FaultMeasurement {
  name: string
  value: number
  unit?: string
  /** The threshold for the measured value. A measurement without a threshold is only reported. */
  threshold?: { exactly: number } | { atMost: number } | { atLeast: number }
}

export function isFaultMeasurementWithinThreshold({ value, threshold }: FaultMeasurement): boolean {
  if (!threshold) return true
  if ('exactly' in threshold) return value === threshold.exactly
  return 'atMost' in threshold ? value <= threshold.atMost : value >= threshold.atLeast
}

/** Formats a measurement with its threshold, such as `longest time until the takeover: 34.1 s (≤ 45 s)`. */
export function formatFaultMeasurement(measurement: FaultMeasurement): string {
  const { name, threshold } = measurement
  return `${name}: ${formatMeasuredValue(measurement.value, measurement)}${threshold ? ` (${formatThreshold(measurement)})` : ''}`
}

export function formatThreshold(measurement: FaultMeasurement): string {
  const { threshold } = measurement
  if (!threshold) return ''
  if ('exactly' in threshold) return `= ${formatMeasuredValue(threshold.exactly, measurement)}`
  return 'atMost' in threshold
    ? `≤ ${formatMeasuredValue(threshold.atMost, measurement)}`
    : `≥ ${formatMeasuredValue(threshold.atLeast, measurement)}`
}

export function formatMeasuredValue(value: number, { unit = '' }: FaultMeasurement): string {
  return `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`.trim()
}
