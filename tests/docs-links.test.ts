/* Every link between files of this repository leads to a file, and to a heading if the link names one. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import test from 'node:test'

const pages = new Map<string, string>()
for await (const path of glob(['*.md', 'docs/**/*.md'])) pages.set(path, await readFile(path, 'utf8'))

test('every link in the documentation leads to a file and a heading that exist', () => {
  let links = 0
  for (const [page, text] of pages)
    for (const [, target = ''] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', heading] = target.split('#')
      const file = path === '' ? page : normalize(join(dirname(page), path))
      assert.ok(existsSync(file), `${page} links to ${target}`)
      if (heading && pages.has(file))
        assert.ok(headingsOf(pages.get(file)!).has(heading), `${page} links to ${target}`)
      links += 1
    }
  assert.ok(links > 100, String(links))
})

test('every operations page that the code and the settings name exists, with the section', async () => {
  let named = 0
  for await (const path of glob([
    '{server,media,bin,contract}/**/*.ts',
    'docs/*.yml',
    'deploy/**/*.{yaml,yml}',
  ])) {
    const text = await readFile(path, 'utf8')
    for (const [, page = '', , section] of text.matchAll(
      /(docs\/operations[\w/-]*\.md)(, “?([A-Z][\w -]*?)”?\))?/g,
    )) {
      assert.ok(pages.has(page), `${path} names ${page}`)
      if (section)
        assert.ok(headingsOf(pages.get(page)!).has(toAnchor(section)), `${path} names ${section} in ${page}`)
      named += 1
    }
  }
  assert.ok(named > 5, String(named))
})

function headingsOf(text: string): Set<string> {
  return new Set([...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => toAnchor(heading!)))
}

/** Returns the anchor that GitHub and GitLab give a heading. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '')
}
