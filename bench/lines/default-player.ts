import { readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)
const script = join(import.meta.dirname, '../../node_modules/hls.js/dist/hls.light.min.js')

/**
 * A page that does nothing but play a video with hls.js and its default settings, as many sites do. Its markup
 * has the class names that the timings look for. hls.js starts loading before Play is pressed.
 */
const page = (playlist: string) => `<!doctype html><title>hls.js</title><meta charset="utf-8">
<div class="stage" style="width: 960px"><button class="big-play">Play</button>
<video playsinline style="width: 960px; height: 540px"></video></div>
<script src="/hls.js"></script>
<script>
  const video = document.querySelector('video')
  const button = document.querySelector('button')
  const hls = new Hls()
  hls.loadSource(${JSON.stringify(playlist)})
  hls.attachMedia(video)
  button.onclick = () => { button.remove(); video.play() }
</script>`

interface DefaultPlayer {
  url: string
  close(): void
}

/** Serves the page. All other requests are passed on to the site, so both players load the same files. */
export async function startDefaultPlayer(siteUrl: string, playlist: string): Promise<DefaultPlayer> {
  const code = await compress(await readFile(script))
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/') return send(outgoing, 'text/html', Buffer.from(page(playlist)))
    if (incoming.url === '/hls.js')
      return send(outgoing, 'text/javascript', code, { 'content-encoding': 'br' })
    passOn(siteUrl, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function send(outgoing: ServerResponse, type: string, body: Buffer, headers = {}): void {
  outgoing.writeHead(200, { 'content-type': type, 'content-length': body.length, ...headers })
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
