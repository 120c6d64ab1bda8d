import { type ContentDetail, getContent, getEmbed, listContent } from '#contract/content/content.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'

/** One complete response of the server. */
export interface ServedFile {
  path: string
  type: string
  bytes: Buffer
}

/** All responses and media that the server serves for an item. */
export interface ServedFiles {
  item: ContentDetail
  /** Every response: JSON, playlists, segments, pictures. */
  answers: ServedFile[]
  /** Each rendition as one video: its initialization segment followed by all other segments in order. */
  films: ServedFile[]
  master: string
}

type Fetch = (path: string) => Promise<Response>

/** Downloads every byte that the server serves for an item, and throws if a referenced file is missing. */
export async function downloadServedFiles(fetch: Fetch, contentId: string): Promise<ServedFiles> {
  const answers: ServedFile[] = []
  const get = async (path: string) => {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    answers.push({ path, type: response.headers.get('content-type') ?? '', bytes })
    return bytes
  }
  const item = JSON.parse(
    String(await get(buildEndpointPath(getContent, { params: { id: contentId } }))),
  ) as ContentDetail
  const { playback_id, stream_url } = item
  await get(buildEndpointPath(getEmbed, { params: { playback_id } }))
  await get(buildEndpointPath(listContent, {}))
  await get(`/media/${playback_id}/thumbnail?time=1s&height=720`)
  for (const url of new Set([
    item.cover_url,
    item.thumbnail_url,
    item.stream_thumbnail_url,
    item.preview_url,
  ]))
    if (url) await get(url)
  if (item.storyboard_url) await getBoards(item.storyboard_url, get)
  const master = String(await get(stream_url!))
  const films: ServedFile[] = []
  for (const playlist of references(master)) {
    const film = await downloadRendition(under(stream_url!, playlist), get)
    // The audio-only rendition is downloaded too, but is not listed among the videos.
    if (!playlist.includes('/audio/')) films.push(film)
  }
  return { item, answers, films, master }
}

type Get = (path: string) => Promise<Buffer>

async function getBoards(url: string, get: Get): Promise<void> {
  const cues = String(await get(url))
  for (const name of new Set(Array.from(cues.matchAll(/^(\S+)#xywh=/gm), ([, file]) => file!)))
    await get(under(url, name))
}

/** Downloads a rendition as one video: its initialization segment followed by all other segments in order. */
export async function downloadRendition(url: string, get: Get): Promise<ServedFile> {
  const playlist = String(await get(url))
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1]
  const parts: Buffer[] = []
  for (const name of [...(init ? [init] : []), ...references(playlist)])
    parts.push(await get(under(url, name)))
  return { path: url.replace(/index\.m3u8$/, 'film.mp4'), type: 'video/mp4', bytes: Buffer.concat(parts) }
}

/** Returns the URIs that a playlist references. */
function references(playlist: string): string[] {
  return playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function under(url: string, name: string): string {
  return new URL(name, new URL(url, 'http://here')).pathname
}
