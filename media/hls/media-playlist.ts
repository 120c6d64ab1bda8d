/** Lists the segments of a playlist with their start and end in seconds. */
export function listPlaylistSegments(playlist: string): { start: number; end: number; file: string }[] {
  let end = 0
  return parseMediaPlaylist(playlist).entries.map(({ seconds, file }) => ({
    start: end,
    end: (end += seconds),
    file,
  }))
}

/** Lists the media files of a playlist. Concatenated in this order, they form one fragmented MP4 file. */
export function listMediaFiles(playlist: string): string[] {
  return ['init.mp4', ...parseMediaPlaylist(playlist).entries.map(({ file }) => file)]
}

/** Parses a media playlist (RFC 8216bis §4.4.3). Durations are in seconds. */
export function parseMediaPlaylist(text: string) {
  const entries = [...text.matchAll(/^#EXTINF:([\d.]+).*\n(?:#.*\n)*(.+)$/gm)]
  return {
    ended: /^#EXT-X-ENDLIST$/m.test(text),
    target: Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1] ?? 0),
    entries: entries.map(([, seconds, file]) => ({ seconds: Number(seconds), file: file! })),
  }
}
