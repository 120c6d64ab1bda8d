import lighthouse from 'lighthouse'
import { freePort } from '#tests/support/server.ts'
import { type Figure, median } from '../table.ts'
import { openBrowser } from './browser.ts'

/** What Lighthouse found of one page, once. Milliseconds, but for the score (of 100) and the shift (none is 0). */
interface Found {
  score: number
  largestPaint: number
  shift: number
  blocked: number
  /** What it would have done otherwise: name → milliseconds or bytes that it says could be saved. */
  advice: Map<string, string>
}

/** One visit of a browser that has never been here, as a phone in the middle of the field (Lighthouse's own measure, simulated). */
async function visit(url: string): Promise<Found> {
  const port = await freePort()
  const browser = await openBrowser(`--remote-debugging-port=${port}`)
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

/** The audits that are not content. */
function adviceOf(audits: Audits): Found['advice'] {
  const open = Object.values(audits).filter(({ score }) => score !== null && score < 0.9)
  return new Map(open.map(({ id, displayValue, title }) => [id, displayValue || title]))
}

/** The medians of some visits to a page, beside what must hold of it. */
export async function lookAt(name: string, url: string, runs: number): Promise<Figure[]> {
  const found: Found[] = []
  for (let run = 0; run < runs; run += 1) found.push(await visit(url))
  const of = (pick: (one: Found) => number) => median(found.map(pick))
  for (const [audit, words] of found.at(-1)!.advice) console.log(`    ${name}: ${audit}: ${words}`)
  return [
    { what: `${name}: performance`, value: of(({ score }) => score), unit: '', least: 95 },
    { what: `${name}: largest paint`, value: of((one) => one.largestPaint) / 1000, unit: 's', bar: 2 },
    {
      what: `${name}: layout shift, thousandths`,
      value: of(({ shift }) => shift * 1000),
      unit: '',
      bar: 0.5,
    },
    { what: `${name}: blocked`, value: of(({ blocked }) => blocked), unit: 'ms', bar: 100 },
  ]
}
