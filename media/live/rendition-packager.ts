import { readMp4Tracks, type Mp4Track } from '../mp4/tracks.ts'
import { readFragmentSamples } from './fragments/fragment-samples.ts'
import { buildInitSegment } from './fragments/init-segment.ts'
import { PartCutter, type CutPart, type PartCutterOptions } from './fragments/part-cutter.ts'
import type { TopLevelBox } from './fragments/split-boxes.ts'
import { liveTrackIds } from './live-ffmpeg-command.ts'
import type { LiveInit, LiveRenditionName } from './live-events.ts'

/** Creates the init segment and the parts of one rendition from ffmpeg's output. */
export class RenditionPackager {
  readonly init: LiveInit
  readonly #cutter: PartCutter
  readonly #video: Mp4Track
  readonly #audio: Mp4Track
  readonly #isSilent: boolean

  constructor(rendition: LiveRenditionName, ftyp: Buffer, moov: Buffer, options: PartCutterOptions) {
    const tracks = readMp4Tracks(moov.subarray(8))
    const video = tracks.find(({ id }) => id === liveTrackIds[rendition])
    const audio = tracks.find(({ id }) => id === liveTrackIds.audio)
    if (video?.kind !== 'video' || audio?.kind !== 'audio')
      throw new Error(`ffmpeg wrote no ${rendition} track`)
    this.#video = video
    this.#audio = audio
    this.#isSilent = options.isSilent
    this.#cutter = new PartCutter({ video, audio }, options)
    const used = [video, audio]
    this.init = {
      type: 'init',
      rendition,
      bytes: buildInitSegment(
        ftyp,
        moov,
        used.map(({ id }) => id),
      ),
      codecs: used.map(({ codec }) => codec).join(','),
      width: video.width,
      height: video.height,
    }
  }

  addFragment(moof: TopLevelBox, mdat: TopLevelBox): Iterable<CutPart> {
    this.#cutter.addVideo(readFragmentSamples(moof.bytes, mdat.bytes, this.#video))
    if (!this.#isSilent) this.#cutter.addAudio(readFragmentSamples(moof.bytes, mdat.bytes, this.#audio))
    return this.#cutter.takeParts()
  }

  end(): Iterable<CutPart> {
    return this.#cutter.takeRemainingParts()
  }
}
