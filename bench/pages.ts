/*
 * `npm run bench:pages` measures the loading times of pages on a site with demo videos and compares them with
 * thresholds. `--only lighthouse`, `--only frame` or `--only paint` runs one part of the benchmark, and
 * `--page watch` runs Lighthouse on one page. `--runs 5` sets the number of runs (the first-frame benchmark
 * adds two more). `--data FOLDER` keeps the generated videos in FOLDER and reuses them. The browser and the
 * server share the machine, so the load of the machine is printed before and after the measurements.
 */
import { parseArgs } from 'node:util'
import { printMachineInfo } from './machine-info.ts'
import { benchFirstFrame } from './pages/first-frame.ts'
import { benchLighthouse } from './pages/lighthouse.ts'
import { benchLargestContentfulPaint } from './pages/largest-contentful-paint.ts'
import { startDemoServer } from './pages/demo-server.ts'
import { printMetrics } from './bench-metrics.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    page: { type: 'string' },
    runs: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
})
const runs = Math.max(1, Number(asked.runs) || 1)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

let over = 0
const place = await startDemoServer(asked.data)
printMachineInfo(`, medians of ${runs} and ${runs + 2}`)
try {
  if (isSelected('paint')) over += printMetrics(await benchLargestContentfulPaint(place, runs))
  if (isSelected('frame')) over += printMetrics(await benchFirstFrame(place, runs + 2))
  if (isSelected('lighthouse'))
    for (const [name, path] of Object.entries(place.pages))
      if (asked.page === undefined || asked.page === name)
        over += printMetrics(await benchLighthouse(name, place.url + path, runs))
} finally {
  await place.close()
}
printMachineInfo()
console.log(over === 0 ? 'all thresholds met' : `${over} thresholds missed`)
process.exit(over === 0 ? 0 : 1)

function isSelected(part: string): boolean {
  return asked.only === undefined || asked.only === part
}
