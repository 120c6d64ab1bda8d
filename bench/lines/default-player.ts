import { readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { makePlayerPage } from './player-page.ts'

const compress = promisify(brotliCompress)
const script = join(import.meta.dirname, '../../node_modules/hls.js/dist/hls.light.min.js')

interface DefaultPlayer {
  /** The URL of a page that contains nothing else. */
  url: string
  /** The URL of a page that also loads the files of a watch page, but does not run its scripts. */
  heavyUrl: string
  close(): void
}

interface PlayedVideo {
  siteUrl: string
  watchPath: string
  /** The URL path of the video's master playlist. */
  playlist: string
}

/**
 * Serves two pages that play a video with hls.js and its default settings, as many sites do. All other requests
 * are passed on to the site, so all players load the same files.
 */
export async function startDefaultPlayer({
  siteUrl,
  watchPath,
  playlist,
}: PlayedVideo): Promise<DefaultPlayer> {
  const watchPage = await (await fetch(siteUrl + watchPath)).text()
  const contents: Record<string, { type: string; body: Buffer }> = {
    '/': { type: 'text/html', body: await compress(makePlayerPage(playlist)) },
    '/heavy': { type: 'text/html', body: await compress(makePlayerPage(playlist, watchPage)) },
    '/hls.js': { type: 'text/javascript', body: await compress(await readFile(script)) },
  }
  const server = createServer((incoming, outgoing) => {
    const own = contents[incoming.url!]
    if (own) send(outgoing, own.type, own.body)
    else passOn(siteUrl, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    heavyUrl: `http://127.0.0.1:${port}/heavy`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function send(outgoing: ServerResponse, type: string, body: Buffer): void {
  outgoing.writeHead(200, { 'content-type': type, 'content-length': body.length, 'content-encoding': 'br' })
  outgoing.end(body)
}

function passOn(siteUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host } = new URL(siteUrl)
  const { method } = incoming
  const sent = request(
    new URL(incoming.url!, siteUrl),
    { method, headers: { ...incoming.headers, host } },
    (response) => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    },
  )
  sent.on('error', () => outgoing.destroy())
  outgoing.on('close', () => sent.destroy())
  incoming.pipe(sent)
}
