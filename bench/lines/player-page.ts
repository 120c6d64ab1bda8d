/** A file that a page loads, as the properties of a `link` element. */
interface PageFile {
  rel: string
  href: string
  as?: string
  crossOrigin?: string
}

/**
 * Returns a page that plays a video with hls.js and its default settings. Its markup has the class names that
 * the timings look for. Play can be pressed before hls.js has loaded. If the HTML of a watch page is given, the
 * page contains the same HTML as text, and loads the scripts, styles, fonts and images of the watch page before
 * hls.js, without running the scripts.
 */
export function makePlayerPage(playlist: string, watchPage = ''): string {
  return `<!doctype html><title>hls.js</title><meta charset="utf-8">
<div class="stage" style="width: 960px"><button class="big-play">Play</button>
<video playsinline style="width: 960px; height: 540px"></video></div>
<script>
  const video = document.querySelector('video')
  const button = document.querySelector('button')
  let hls
  button.onclick = () => { button.remove(); if (hls) video.play() }
  const load = (tag, properties) => new Promise((resolve) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.onload = element.onerror = resolve
    document.head.append(element)
  })
  const start = async () => {
    await Promise.all(${toScript(listPageFiles(watchPage))}.map((file) => load('link', file)))
    await load('script', { src: '/hls.js' })
    hls = new Hls()
    hls.loadSource(${toScript(playlist)})
    hls.attachMedia(video)
    if (!button.isConnected) video.play()
  }
  start()
</script>
<script type="text/plain">${toScript(watchPage)}</script>`
}

const toScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

function listPageFiles(html: string): PageFile[] {
  const links = [...html.matchAll(/<link [^>]*>/g)].flatMap(([tag]): PageFile[] => {
    const [rel, href, as] = ['rel', 'href', 'as'].map((name) => readAttribute(tag, name))
    if (!href || !/^(modulepreload|stylesheet|preload)$/.test(rel ?? '')) return []
    return [
      { rel: rel!, href, ...(as && { as }), ...(/crossorigin/i.test(tag) && { crossOrigin: 'anonymous' }) },
    ]
  })
  return links
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&')
}
