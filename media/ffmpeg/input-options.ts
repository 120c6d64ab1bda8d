import { ffmpegOptions } from './ffmpeg-options.ts'
import type { VideoDemuxerName } from '../sniff.ts'

/**
 * Returns the options that open an uploaded file with the detected demuxer. The file's content cannot make
 * ffmpeg open another file, another format or an uncommon decoder. `path` must be absolute.
 */
export function buildFfmpegFileInputOptions(demuxer: VideoDemuxerName, path: string): string[] {
  return [...whitelistOptions(demuxer, 'file'), '-i', `file:${path}`]
}

/** Returns the options that make ffmpeg read fragmented MP4, encoded by this site, from standard input. */
export function buildFfmpegStdinInputOptions(): string[] {
  return [...whitelistOptions('mov', 'pipe'), '-i', 'pipe:0']
}

/**
 * Returns the options that make ffmpeg read a live source from standard input. Only the decoders of browsers
 * and RTMP encoders are allowed.
 */
export function buildFfmpegLiveInputOptions(demuxer: VideoDemuxerName, pixels: number): string[] {
  const options = whitelistOptions(demuxer, 'pipe', { decoders: 'h264,aac,opus', pixels })
  return [...options, '-i', 'pipe:0']
}

// The largest allowed number of pixels per frame, enough for a 4096 × 2304 frame rounded up to blocks of 64
// pixels. The decoder needs its own limit because a stream can change its frame size after the probe.
const maxPixels = 10_000_000

function whitelistOptions(
  demuxer: VideoDemuxerName,
  protocol: string,
  allowed = { decoders, pixels: maxPixels },
) {
  return ffmpegOptions({
    protocol_whitelist: protocol,
    format_whitelist: demuxer,
    codec_whitelist: allowed.decoders,
    max_pixels: allowed.pixels,
    f: demuxer,
  })
}

const videoDecoders = `h264 hevc vp8 vp9 libdav1d libaom-av1 av1 mpeg4 h263 h263i mjpeg prores mpeg1video mpeg2video msmpeg4v1
  msmpeg4v2 msmpeg4 wmv1 wmv2 wmv3 vc1 flv vp6 vp6a vp6f dvvideo theora`
// Decoders for formats that cameras, editors and screen recorders have used in AVI, MOV, WMV and FLV files.
// None of these decoders opens other files, network connections or nested formats. All of these decoders obey
// max_pixels and run in the sandbox.
const legacyVideoDecoders = `cinepak indeo3 indeo4 indeo5 svq1 svq3 rpza qtrle msvideo1 msrle h261 huffyuv ffvhuff
  magicyuv lagarith rawvideo v210 dnxhd cfhd jpeg2000 flashsv flashsv2 zmbv tscc mss2 wmv3image vc1image`
const audioDecoders = `aac mp3float mp3 mp2float mp2 ac3 eac3 opus vorbis flac alac amrnb amrwb pcm_s16le pcm_s16be pcm_s24le
  pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_s8 pcm_u8 pcm_mulaw pcm_alaw adpcm_ima_wav adpcm_ms adpcm_swf adpcm_ima_qt wmav1 wmav2 wmapro wmavoice
  wmalossless nellymoser speex gsm_ms qdm2 mp1float dca truehd`
// Subtitle and image tracks are never part of an output. Without their decoders, however, ffmpeg could not
// open ordinary files that contain such tracks.
const otherDecoders = `ssa ass srt subrip mov_text webvtt text png dvdsub pgssub dvbsub xsub`
const decoders = `${videoDecoders} ${legacyVideoDecoders} ${audioDecoders} ${otherDecoders}`
  .split(/\s+/)
  .join(',')
