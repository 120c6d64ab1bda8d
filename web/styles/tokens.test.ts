import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const themes = ['light', 'night'] as const
type Theme = (typeof themes)[number]
const backgrounds = ['ground', 'raised', 'lifted']
const hues = ['violet', 'sky', 'mint', 'amber', 'pink', 'lime', 'coral']

test('gives body text a contrast of at least 7:1 on every background in both themes', () => {
  for (const ground of backgrounds) assertContrast(7, 'text', ground)
})

test('secondary and coloured text has a contrast of at least 4.5:1 on every background', () => {
  const inks = ['quiet', 'bell-ink', 'good-ink', 'bad-ink', ...hues.map((hue) => `${hue}-ink`)]
  for (const ink of inks) for (const ground of backgrounds) assertContrast(4.5, ink, ground)
})

test('gives dark text a contrast of at least 4.5:1 on every solid accent colour', () => {
  for (const hue of ['bell', 'bell-press', ...hues]) assertContrast(4.5, 'on-hue', hue)
  assertContrast(4.5, 'on-danger', 'danger')
})

test('gives focus rings and field borders a contrast of at least 3:1 on every background', () => {
  for (const mark of ['focus', 'edge']) for (const ground of backgrounds) assertContrast(3, mark, ground)
})

function assertContrast(bar: number, ink: string, ground: string) {
  for (const theme of themes) {
    const ratio = contrastRatio(readColorToken(ink, theme), readColorToken(ground, theme))
    assert.ok(ratio >= bar, `--${ink} on --${ground} (${theme}): ${ratio.toFixed(2)}, needs ${bar}`)
  }
}

/**
 * Returns the value that a colour token has in a theme. The token is either a plain hex colour or a pair of
 * colours in `light-dark()`.
 */
function readColorToken(name: string, theme: Theme): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]
  const hexes = value?.match(/#[0-9a-f]{6}/g)
  assert.ok(hexes, `--${name} has no colour`)
  return hexes[theme === 'light' ? 0 : hexes.length - 1]!
}

/** Returns the contrast ratio of two colours according to WCAG 2.2, from 1 to 21. */
function contrastRatio(a: string, b: string) {
  const [low, high] = [relativeLuminance(a), relativeLuminance(b)].toSorted((x, y) => x - y)
  return (high! + 0.05) / (low! + 0.05)
}

function relativeLuminance(hex: string) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
