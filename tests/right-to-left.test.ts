/*
 * Checks that styles follow the text direction, so that Arabic pages are mirrored (decisions/072). Every
 * style that names a physical direction, such as left, must be listed here with a reason.
 */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import test from 'node:test'

/** Declarations that are correct in both text directions: the file, the declaration and the reason. */
const physical: [string, string, string][] = [
  ['player/skin/player.css', 'left: 50%', 'the bubble is in the middle'],
  ['player/skin/player.css', 'transform: translate(-50%, -50%)', 'the bubble is in the middle'],
  ['player/skin/player.css', 'left: 22%', 'time runs from left to right'],
  ['player/skin/player.css', 'left: 78%', 'time runs from left to right'],
  ['player/skin/player.css', 'position-area: top span-left', 'its button is at the right of the controls'],
  ['player/skin/range.css', 'transform: translateX(-50%)', 'time runs from left to right'],
  ['player/skin/range.css', 'background: linear-gradient(90deg', 'sliders of the player run to the right'],
  ['player/skin/forced-colors.css', 'background: linear-gradient(90deg', 'sliders of the player, as above'],
  ['player/skin/stage.css', 'margin-left: 8%', 'the play triangle is never mirrored'],
  ['ui/cards/video-card.css', 'mask-image: linear-gradient(90deg', 'the mask is symmetric'],
  ['ui/forms/form-fields.css', 'border-width: 0 0 3px 3px', 'a check mark is never mirrored'],
  ['pages/help/help.css', 'border-width: 0 3px 3px 0', 'the chevron points down'],
]

test('stylesheets use only logical properties, which are mirrored on Arabic pages', async () => {
  const found: string[] = []
  const unused = new Set(physical)
  for await (const path of glob('web/**/*.css'))
    for (const declaration of findPhysicalDeclarations(await readFile(path, 'utf8'))) {
      const known = physical.find(([file, start]) => path === `web/${file}` && declaration.startsWith(start))
      if (known) unused.delete(known)
      else found.push(`${path}: ${declaration}`)
    }
  assert.deepEqual(found, [], 'use logical properties, or calculate with var(--inline-direction)')
  assert.deepEqual([...unused], [], 'these exceptions are no longer needed')
})

test('components use only logical utility classes and inline styles, which are mirrored on Arabic pages', async () => {
  const found: string[] = []
  for await (const path of glob('web/**/*.tsx'))
    for (const text of findPhysicalClasses(await readFile(path, 'utf8'))) found.push(`${path}: ${text}`)
  assert.deepEqual(found, [], 'use ms-, me-, ps-, pe-, start-, end-, text-start …')
})

test('icons that point in the text direction are mirrored on Arabic pages', async () => {
  const pointing =
    /^(Arrow|Chevrons?|Corner|Move|Undo|Redo|Reply|Forward|Send|Log(In|Out)|ExternalLink|List|\w+Reply$)/
  const undirected = /^(Arrow|Chevrons?|Move)(Up|Down|Horizontal)$/
  const styles = await readFile('web/styles/text-direction.css', 'utf8')
  for await (const path of glob('web/**/*.tsx'))
    for (const [, names] of (await readFile(path, 'utf8')).matchAll(
      /import \{([^}]+)\} from 'lucide-react'/g,
    ))
      for (const name of names!.split(',').map((one) => one.trim().split(' ')[0]!)) {
        if (!pointing.test(name) || undirected.test(name)) continue
        const className = name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()
        assert.match(
          styles,
          new RegExp(`\\.lucide-${className}\\b`),
          `${path}: list ${name} in text-direction.css`,
        )
      }
})

test('the right-to-left checks detect styles and classes that would not be mirrored on Arabic pages', () => {
  const styles = `a { margin: 0 1px 0 2px; padding: 0 4px; inset: 0 auto auto 0; border-radius: 9px 0 0 9px }
    b { border-radius: 9px 9px 0 0; float: left; border-left: 0; transform: translateX(3px); }
    c { background: linear-gradient(90deg, red, blue); /* left: 0; */ left: calc(1px + 2px); }
    d { transform: translateX(calc(3px * var(--inline-direction))); margin: 0 auto; top: 0; }`
  assert.deepEqual(findPhysicalDeclarations(styles), [
    'margin: 0 1px 0 2px',
    'inset: 0 auto auto 0',
    'border-radius: 9px 0 0 9px',
    'float: left',
    'border-left: 0',
    'transform: translateX(3px)',
    'background: linear-gradient(90deg, red, blue)',
    'left: calc(1px + 2px)',
  ])
  const component = `<p className="ml-2 sm:-left-1 text-right me-2 border-l"><b style={{ marginLeft: 2 }} title="left-hand"/>`
  assert.deepEqual(findPhysicalClasses(component), [
    'ml-2',
    '-left-1',
    'text-right',
    'border-l',
    'style={{ marginLeft',
  ])
})

/**
 * Shorthand properties with four values. The second value applies to the right side, and the fourth applies
 * to the left side.
 */
const sides = /^(margin|padding|inset|border-width|border-style|border-color|scroll-margin|scroll-padding)$/

function findPhysicalDeclarations(css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...bare.matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)]
    .map(([, name, value]) => ({ name: name!, value: value!.trim().replace(/\s+/g, ' ') }))
    .filter(({ name, value }) => isPhysical(name, value))
    .map(({ name, value }) => `${name}: ${value}`)
}

function isPhysical(name: string, value: string): boolean {
  if (/\b(left|right)\b/.test(`${name} ${value}`)) return true
  const values = value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
  if (sides.test(name)) return values.length === 4 && values[1] !== values[3]
  if (name === 'border-radius') {
    const [first, second = first, third = first, fourth = second] = values
    return first !== second || third !== fourth
  }
  if (value.includes('--inline-direction')) return false
  return (
    /translateX\(|translate(3d)?\((?!0)/.test(value) ||
    (/linear-gradient\(/.test(value) && /\b(?!180|360|0)\d+deg/.test(value)) ||
    /\bat (?!50%)\d+%/.test(value)
  )
}

function findPhysicalClasses(source: string): string[] {
  const classes =
    /(?<=[\s"'`:])-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-(?=[\d[(]|auto|full|px)|border-[lr]\b|rounded-(?:[lr]|[tb][lr])\b|text-(?:left|right)\b|float-(?:left|right)\b|space-x-|divide-x\b|bg-linear-to-[lr]\b|-?translate-x-)[\w[\]/.%-]*/g
  const styles = /style=\{\{[^}]*?\b(?:left|right|(?:margin|padding|border)(?:Left|Right))\b(?=:)/g
  return [...source.matchAll(classes), ...source.matchAll(styles)].map(([text]) => text.trim())
}
