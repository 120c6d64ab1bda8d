/*
 * `npm run bench:lines` measures playback on slow and changing connections, and prints each bar beside its
 * figure and beside the figure of hls.js with its default settings in the same run. `--runs 5` sets the number
 * of runs (values are medians), `--seconds 180` how long each video plays, and `--only start,click` runs some of
 * the parts `start`, `stalls`, `trace-starts`, `traces`, `click` and `weight`. One run of `traces` takes seven minutes. `--clip
 * FILE` repeats a video instead of a test picture, and `--data FOLDER` keeps the encoded video for the next run.
 * All parts with five runs take about 60 minutes.
 */
import { parseArgs } from 'node:util'
import { printMachineInfo } from './machine-info.ts'
import { startDefaultPlayer } from './lines/default-player.ts'
import { type LineBar, printLineBars } from './lines/line-bar.ts'
import { startLinesSite } from './lines/lines-site.ts'
import { measureFirstFrames, measureStalls, repeat } from './lines/measure-lines.ts'
import { measureTraces, measureTraceStarts } from './lines/measure-traces.ts'
import { measureScriptWeight } from './lines/script-weight.ts'
import { launchBrowser } from './pages/browser.ts'
import { timeClickThrough } from './pages/first-frame.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '180' },
    clip: { type: 'string' },
    data: { type: 'string' },
  },
})
const wanted = asked.only?.split(',')
const runs = Math.max(1, Number(asked.runs) || 1)
const seconds = Math.max(5, Number(asked.seconds) || 180)
/** hls.js must not reach the end of the video while the benchmark is still waiting. */
const spareSeconds = 20
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const site = await startLinesSite({ seconds: seconds + spareSeconds, clip: asked.clip, data: asked.data })
const { url: siteUrl, watchPath, playlist } = site
const player = await startDefaultPlayer({ siteUrl, watchPath, playlist })
const browser = await launchBrowser()
const pages = { own: siteUrl + watchPath, other: player.url, heavy: player.heavyUrl }
const parts: Record<string, () => Promise<LineBar[]>> = {
  start: () => measureFirstFrames(browser, pages, runs),
  stalls: () => measureStalls(browser, pages, runs, seconds),
  'trace-starts': () => measureTraceStarts(browser, pages, runs),
  traces: () => measureTraces(browser, pages, runs, seconds),
  click: measureClicks,
  weight: measureWeight,
}
printMachineInfo(`, medians of ${runs}, ${seconds} s each`)
const bars: LineBar[] = []
try {
  for (const [name, measure] of Object.entries(parts))
    if (wanted === undefined || wanted.includes(name)) bars.push(...(await measure()))
} finally {
  await browser.close()
  player.close()
  await site.close()
}
const missed = printLineBars(bars)
printMachineInfo()
console.log(missed === 0 ? 'all bars met' : `${missed} bars missed`)
process.exit(missed === 0 ? 0 : 1)

async function measureClicks(): Promise<LineBar[]> {
  const hoverMs = 150
  const clicks = await repeat(runs, () => timeClickThrough(browser, `${site.url}/music`, hoverMs))
  return [
    {
      name: `click on a card → first frame (hover ${hoverMs} ms, not throttled)`,
      unit: 's',
      max: 0.18,
      own: clicks.map((ms) => ms / 1000),
    },
  ]
}

async function measureWeight(): Promise<LineBar[]> {
  const weigh = async (name: string, url: string): Promise<LineBar> => ({
    name: `scripts of the watch page, ${name}`,
    unit: 'KB',
    max: 140,
    own: [await measureScriptWeight(browser, url)],
  })
  return [await weigh('English', pages.own), await weigh('Arabic', `${pages.own}?lang=ar`)]
}
