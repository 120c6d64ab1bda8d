import lighthouse from 'lighthouse'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'
import { launchBrowser } from './browser.ts'

/**
 * One Lighthouse result for one page. Times are in milliseconds and the score is out of 100. A layout shift
 * of 0 means that nothing moved.
 */
interface LighthouseResult {
  score: number
  largestPaint: number
  shift: number
  blocked: number
  /** Suggested improvements by name, with the estimated savings in milliseconds or bytes. */
  advice: Map<string, string>
}

/** Visits a page once with an empty cache, simulating a mid-range phone (Lighthouse's default). */
async function visit(url: string): Promise<LighthouseResult> {
  const port = await findFreePort()
  const browser = await launchBrowser(`--remote-debugging-port=${port}`)
  try {
    const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' })
    const { lhr } = result!
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    const valueOf = (audit: string) => lhr.audits[audit]!.numericValue!
    return {
      score: Math.round(lhr.categories['performance']!.score! * 100),
      largestPaint: valueOf('largest-contentful-paint'),
      shift: valueOf('cumulative-layout-shift'),
      blocked: valueOf('total-blocking-time'),
      advice: adviceOf(lhr.audits),
    }
  } finally {
    await browser.close()
  }
}

type Audits = Record<string, { id: string; score: number | null; displayValue?: string; title: string }>

/** Returns the audits that did not pass. */
function adviceOf(audits: Audits): LighthouseResult['advice'] {
  const open = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
  return new Map(open.map(({ id, displayValue, title }) => [id, displayValue || title]))
}

/** Returns the medians of several visits to a page, with their thresholds. */
export async function benchLighthouse(name: string, url: string, runs: number): Promise<BenchMetric[]> {
  const found: LighthouseResult[] = []
  for (let run = 0; run < runs; run += 1) found.push(await visit(url))
  const of = (pick: (one: LighthouseResult) => number) => median(found.map(pick))
  for (const [audit, words] of found.at(-1)!.advice) console.log(`    ${name}: ${audit}: ${words}`)
  return [
    { name: `${name}: performance`, value: of(({ score }) => score), unit: '', min: 95 },
    {
      name: `${name}: largest contentful paint`,
      value: of((one) => one.largestPaint) / 1000,
      unit: 's',
      max: 2,
    },
    {
      name: `${name}: layout shift, thousandths`,
      value: of(({ shift }) => shift * 1000),
      unit: '',
      max: 0.5,
    },
    { name: `${name}: total blocking time`, value: of(({ blocked }) => blocked), unit: 'ms', max: 100 },
  ]
}
