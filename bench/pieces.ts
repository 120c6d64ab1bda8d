/*
 * `npm run bench:pieces` encodes a video in one run and in pieces, and compares the processor time, the pictures and
 * the wall-clock times with thresholds. `--film PATH` chooses the video. By default, the video is generated, and
 * `--seconds 240` sets its duration. `--piece 60` sets the duration of a piece in seconds.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { printMetrics } from './bench-metrics.ts'
import { printMachineInfo } from './machine-info.ts'
import { comparePieces } from './pieces/compare-pieces.ts'

const { values: asked } = parseArgs({
  options: {
    film: { type: 'string' },
    piece: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '240' },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'afterbell-bench-pieces-'))
let missed = 0
try {
  printMachineInfo()
  const film = asked.film ? resolve(asked.film) : await generateFilm(asked.seconds)
  missed = printMetrics(await comparePieces(folder, film, Number(asked.piece)))
} finally {
  await rm(folder, { recursive: true, force: true })
}
printMachineInfo()
console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)

/** Makes a video of moving bars with noise, which takes about as much encoding work as real footage. */
async function generateFilm(seconds: string): Promise<string> {
  const path = join(folder, 'film.mp4')
  const picture = `testsrc2=size=1920x1080:rate=24:duration=${seconds},noise=alls=12:allf=t`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`]
  const encoder = '-c:v libx264 -preset veryfast -b:v 6M -pix_fmt yuv420p -g 48 -c:a aac'.split(' ')
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...inputs, ...encoder, path])
  return path
}
