import { join } from 'node:path'
import { x264Options } from './encode-commands.ts'
import { buildBitrateLadder, type LadderRung } from './bitrate-ladder.ts'
import { allocateEncoderThreads } from './encoder-threads.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { formatFrameRate } from '../probe/packet-timing.ts'

/**
 * Builds the benchmark's baseline command: the command that an experienced ffmpeg user would write for the
 * same bitrate ladder. The command uses one process, one decode, `split`, one `scale` per rung, and the same
 * x264 and AAC settings as the site, but no sandbox. The command writes its files directly into the `out`
 * folder, which must exist.
 */
export function buildReferenceLadderCommand(source: VideoSource, input: string, out: string): string[] {
  const rungs = buildBitrateLadder(source)
  const threads = allocateEncoderThreads(rungs)
  const split = `[0:${source.video}]split=${rungs.length}${rungs.map((_, i) => `[s${i}]`).join('')}`
  const scales = rungs.map(
    ({ width, height, fps }, i) => `[s${i}]fps=${formatFrameRate(fps)},scale=${width}:${height}[v${i}]`,
  )
  return [
    'ffmpeg',
    ...ffmpegOptions({
      nostdin: true,
      y: true,
      v: 'error',
      i: input,
      filter_complex: [split, ...scales].join(';'),
    }),
    ...rungs.flatMap((rung, i) => output(source, rung, threads[i]!, `[v${i}]`, out)),
  ]
}

function output(source: VideoSource, rung: LadderRung, threads: number, video: string, out: string) {
  const form = ffmpegOptions({
    pix_fmt: 'yuv420p',
    'c:a': 'aac',
    'b:a': rung.audioBitrate,
    ac: 2,
    f: 'hls',
    hls_time: 4,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_fmp4_init_filename: `${rung.name}_init.mp4`,
    hls_segment_filename: join(out, `${rung.name}_%05d.m4s`),
  })
  const audio = source.audio ? ['-map', `0:${source.audio.index}`] : []
  return ['-map', video, ...audio, ...x264Options(rung, threads), ...form, join(out, `${rung.name}.m3u8`)]
}
