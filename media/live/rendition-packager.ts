import { readMp4Tracks, type Mp4Track } from '../mp4/tracks.ts'
import { readFragmentSamples } from './fragments/fragment-samples.ts'
import { buildInitSegment } from './fragments/init-segment.ts'
import { PartCutter, type CutPart } from './fragments/part-cutter.ts'
import type { TopLevelBox } from './fragments/split-boxes.ts'
import { liveTrackIds } from './live-ffmpeg-command.ts'
import type { LiveInit, LivePartRecord, LiveRenditionName } from './live-events.ts'

/** Where the parts of a rendition start. */
export type RenditionStart = { sequence?: number | undefined; last?: LivePartRecord | undefined }

/** Makes the init segment and the parts of one rendition from the output of ffmpeg. */
export class RenditionPackager {
  readonly init: LiveInit
  readonly #cutter: PartCutter
  readonly #video: Mp4Track
  readonly #audio: Mp4Track | undefined

  constructor(rendition: LiveRenditionName, ftyp: Buffer, moov: Buffer, start: RenditionStart) {
    const tracks = readMp4Tracks(moov.subarray(8))
    const video = tracks.find(({ id }) => id === liveTrackIds[rendition])
    if (video?.kind !== 'video') throw new Error(`ffmpeg wrote no ${rendition} video`)
    this.#video = video
    this.#audio = tracks.find(({ id }) => id === liveTrackIds.audio)
    const used = [this.#video, ...(this.#audio ? [this.#audio] : [])]
    this.#cutter = new PartCutter({ video: this.#video, audio: this.#audio }, start)
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
    if (this.#audio) this.#cutter.addAudio(readFragmentSamples(moof.bytes, mdat.bytes, this.#audio))
    return this.#cutter.takeParts()
  }

  end(): Iterable<CutPart> {
    return this.#cutter.takeRemainingParts()
  }
}
