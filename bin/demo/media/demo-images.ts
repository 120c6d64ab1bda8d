import sharp from 'sharp'
import type { DemoCreator } from '../creators.ts'
import type { DemoClip } from '../clips.ts'
import { renderDrawing } from './drawings.ts'
import { renderPosterTitle } from './poster-title.ts'

/** The site's colors by content type: the main color and a second color for the poster. */
export const contentTypeColors: Record<DemoClip['type'], [string, string]> = {
  music: ['#8b6cff', '#ffd23f'],
  show: ['#4cc2ff', '#fbf8ff'],
  story: ['#3fe0a8', '#fbf8ff'],
  movie: ['#ffab40', '#fbf8ff'],
  talent: ['#ff7ad9', '#ffd23f'],
  challenge: ['#b6f23c', '#fbf8ff'],
  live: ['#ff5d73', '#ffd23f'],
}
const ink = '#150d24'
const night = '#191328'

/**
 * Renders a cover: a flat background with halftone dots, the title in large letters, and a drawing. Portrait
 * clips get a portrait cover.
 */
export function renderPoster(clip: DemoClip, nth: number): Promise<Buffer> {
  const upright = clip.shape === 'portrait'
  const [width, height] = upright ? [720, 1280] : [1280, 720]
  const [hue, other] = contentTypeColors[clip.type]
  const isNight = nth % 4 === 1
  const [ground, second] = isNight ? [night, hue] : [hue, other]
  const size = upright ? 560 : 500
  const [x, y] = upright ? [80, 640] : [nth % 2 ? 60 : 740, 170]
  const sunX = x + size / 2
  const sunY = y + size / 2
  const box = upright
    ? { x: 56, y: 70, width: 600, height: 470 }
    : { x: nth % 2 ? 620 : 64, y: 150, width: 590, height: 420 }
  const tilt = ((nth * 37) % 17) - 8
  return picture(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${ground}" />${halftone(width, height, nth, isNight ? hue : ink)}
    <circle cx="${sunX}" cy="${sunY}" r="${size * 0.52}" fill="${second}" />
    ${rays(sunX, sunY, size * 0.52, nth, isNight ? hue : ink)}
    ${renderDrawing(clip.drawing, x + size * 0.12, y + size * 0.12, size * 0.76, tilt)}
    ${renderPosterTitle(clip.title, box, { face: '#fbf8ff', shade: isNight ? '#5a36d8' : ink })}`,
  )
}

/** Renders a drawing on a transparent background, for the clip video, in which the drawing moves. */
export function renderTransparentDrawing(name: string): Promise<Buffer> {
  return picture(360, 360, renderDrawing(name, 0, 0, 360))
}

export function renderAvatar({ colour, drawing }: DemoCreator): Promise<Buffer> {
  return picture(
    512,
    512,
    `<rect width="512" height="512" fill="${colour}" />${renderDrawing(drawing, 96, 96, 320, -6)}`,
  )
}

function picture(width: number, height: number, inside: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Returns a pattern of halftone dots that get larger toward one corner. */
function halftone(width: number, height: number, nth: number, colour: string): string {
  const step = 26
  const dots: string[] = []
  for (let x = step / 2; x < width; x += step)
    for (let y = step / 2; y < height; y += step) {
      const across = nth % 2 ? 1 - x / width : x / width
      const r = (across + 1 - y / height - 0.95) * 9
      if (r > 0.8) dots.push(`<circle cx="${x}" cy="${y}" r="${Math.min(r, 10).toFixed(1)}" />`)
    }
  return `<g fill="${colour}" opacity="0.18">${dots.join('')}</g>`
}

function rays(x: number, y: number, radius: number, nth: number, colour: string): string {
  if (nth % 3 !== 0) return ''
  const lines = Array.from({ length: 16 }, (_, n) => {
    const angle = (n / 16) * 2 * Math.PI
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    return `M${x + dx * (radius + 16)} ${y + dy * (radius + 16)}L${x + dx * (radius + 44)} ${y + dy * (radius + 44)}`
  })
  return `<path d="${lines.join('')}" stroke="${colour}" stroke-width="9" stroke-linecap="round" />`
}
