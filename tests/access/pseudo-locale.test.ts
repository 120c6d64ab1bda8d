/*
 * Renders every page in the pseudo-locale, which puts every translatable text in brackets. A text outside
 * brackets is hard-coded, or was read when a module was loaded. Text that people wrote, names and dates are
 * allowed.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures, FixtureActor } from '#tests/support/access-fixtures/fixture-types.ts'
import { findUntranslatedTexts } from '#tests/support/pseudo-locale/untranslated-texts.ts'
import { pageRoutes as pages } from '#tests/support/fixtures/page-routes.ts'

let cast: AccessFixtures

before(async () => {
  cast = await createAccessFixtures()
  await mountPages(cast.testApp.app)
})
after(() => cast.close())

const actors: FixtureActor[] = ['anonymous', 'owner', 'young', 'suspended', 'caseworker', 'admin']

for (const actor of actors)
  test(`every page shown to the actor ${actor} contains only translatable text`, async () => {
    const found = new Map<string, string>()
    for (const path of listPaths()) {
      const response = await cast.actor(actor).fetch(`${path}${path.includes('?') ? '&' : '?'}lang=en-XA`)
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue
      const html = await response.text()
      assert.match(html, /<html lang="en-XA"/, path)
      for (const { text, where } of findUntranslatedTexts(html, isAllowed))
        if (!found.has(text)) found.set(text, `${path} (${where})`)
    }
    assert.deepEqual(Object.fromEntries(found), {}, 'move these texts to a message catalog')
  })

test('the pseudo-locale check finds untranslated text in elements and attributes', () => {
  const html = `<html lang="en-XA"><p title="One">[Ťŵó] Three <b>[Ƒóúŕ [Ƒíṽé] · ·]</b></p><p lang="en">Six</p>
    <input placeholder="Seven"><script>const eight = 8</script></html>`
  const texts = findUntranslatedTexts(html, (rest) => !/\p{L}/u.test(rest)).map(({ text }) => text)
  assert.deepEqual(texts, ['One', '[Ťŵó] Three', 'Seven'])
})

/** The paths of all pages, with the IDs of resources in the fixtures. */
function listPaths(): string[] {
  const item = cast.items.public
  const values: Record<string, string[]> = {
    id: [item.id],
    playbackId: [item.playbackId],
    username: [cast.people.public.username],
    genreName: ['drama', 'unknown'],
    list: ['new', 'shows'],
    tag: ['zebrafish'],
    token: ['unknown'],
    type: ['movie'],
    row: ['drama-series'],
  }
  const records: Record<string, string> = {
    'creator/id/:id': cast.people.public.id,
    'statements/:id': cast.records.statement.id,
    'playlist/:id': cast.records.playlist.id,
    'series/:id': cast.records.series.id,
    'mod/cases/:id': cast.cases.public.id,
    'admin/people/:id': cast.people.public.id,
    'dashboard/edit/:id/captions/:language': `${item.id}/captions/fr`,
  }
  return pages.flatMap(({ path = '' }) => {
    if (path === 'sign-out' || path === 'language' || path.endsWith('.webmanifest')) return []
    if (path === '*') return ['/no-such-page']
    if (records[path]) return [`/${path.replace(/:id.*/, records[path])}`]
    const name = /:(\w+)/.exec(path)?.[1]
    if (!name) return [`/${path}`]
    const filled = values[name]!.map((value) =>
      path.replace(/:\w+/, value).replace(/\/:row\?/, value === 'new' ? '' : '/drama-series'),
    )
    return filled.map((one) => `/${one.replaceAll('?', '')}`)
  })
}

/**
 * Returns whether the untranslated part of a text is allowed. Text that people wrote, names, dates and units
 * formatted by `Intl`, and single letters are allowed.
 */
function isAllowed(rest: string): boolean {
  const names = ['ada', 'carol', 'unknown', 'zebrafish', ...actors, 'blocked', 'stranger', 'pending']
  const own = [
    /\b(Zebrafish|Series|All about it:|About me:|I say|offer) [bcdfghjkmnpqrtvwxz]{10}\b/g,
    /My (empty series|private playlist)/g,
    /A passkey/g,
    /^@\w+$/,
    // The help lines that admins edit as text.
    /In danger right now\?[^]*teacher, a doctor\./,
  ]
  const dates =
    /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\bUTC\b/g
  const amounts = /\b\d+ (year|month|week|day|hour|minute|second)s?( ago)?\b|\b\d+ [KMG]?B\b|\b\d+K\b/g
  const technical =
    /Afterbell|hello@localhost|\w+@example\.com|https?:\S+|#[\dA-F]{6}\b|\b(PNG|SVG)\b|\b[\da-f]{8}\b/g
  const left = [...own, dates, amounts, technical].reduce((text, allowed) => text.replace(allowed, ''), rest)
  return left.match(/\p{L}{2,}/gu)?.every((word) => names.includes(word)) ?? true
}
