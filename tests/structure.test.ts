/*
 * The walls of the house (docs/architecture.md). Each test says why the wall stands: move it there first, here second.
 */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import test from 'node:test'

interface Source {
  path: string
  text: string
  /** What it imports: a path of this repository, or a package's name. */
  imports: { path: string; typesOnly: boolean }[]
}

const sources = await readSources()

/** Features from low to high: each may know those before it. */
const features = [
  'accounts',
  'safety',
  'profiles',
  'wellbeing',
  'follows',
  'content',
  'uploads',
  'processing',
  'playback',
  'views',
  'likes',
  'comments',
  'discovery',
  'notifications',
  'moderation',
  'rights',
  'leaving',
  'contact',
  'upkeep',
]

test('the contract knows nothing but zod: browser and server both stand on it', () => {
  refuse('contract/', (to) => !to.startsWith('contract/') && to !== 'zod')
})

test('media knows video and Node, no database and no HTTP: it can be read and tested alone', () => {
  refuse('media/', (to) => !to.startsWith('media/') && !to.startsWith('node:'))
})

test('the ground floor owns no product rule: it knows the contract and no feature', () => {
  refuse('server/platform/', (to, typesOnly) => {
    if (to.startsWith('web/')) return !typesOnly
    // How a process is fenced in, whatever it is.
    if (to === 'media/sandbox/spawn-sandboxed.ts') return false
    return isOurs(to) && !to.startsWith('server/platform/') && !to.startsWith('contract/')
  })
})

test('a feature knows those to its left, so that one can be read without the ones above it', () => {
  for (const [at, feature] of features.entries()) {
    const below = features.slice(0, at + 1).map((name) => `server/${name}/`)
    const allowed = ['contract/', 'server/platform/', 'server/events.ts', ...below]
    // Pure, and lower than any feature: what words say.
    allowed.push('server/safety/text/')
    if (feature === 'processing' || feature === 'playback' || feature === 'uploads') allowed.push('media/')
    refuse(`server/${feature}/`, (to) => isOurs(to) && !allowed.some((start) => to.startsWith(start)))
  }
})

test('what words say is asked of nobody: the reading of texts knows no database and no person', () => {
  refuse('server/safety/text/', (to) => {
    const allowed = ['contract/', 'server/safety/text/', 'server/platform/config.ts']
    return isOurs(to) && !allowed.some((start) => to.startsWith(start))
  })
})

test('every folder of the server is a feature with a place in the order', () => {
  const found = new Set(
    sources.map(({ path }) => /^server\/([^/]+)\//.exec(path)?.[1]).filter((name) => name !== undefined),
  )
  for (const name of found)
    assert.ok(name === 'platform' || features.includes(name), `server/${name} has no place in the order`)
})

test('the pages take only types from the server: what runs in a browser must not drag a database along', () => {
  refuse('web/', (to) => to.startsWith('server/') || to.startsWith('media/'))
})

test('ui knows no router and no API: it can be used on any page', () => {
  // How the sizes of a picture are named is no API.
  refuse(
    'web/ui/',
    (to) =>
      (isOurs(to) && !/^web\/(ui|messages)\/|^contract\/content\/image-variants\.ts$/.test(to)) ||
      to.startsWith('react-router'),
  )
})

test('the catalogue of texts knows only the contract: it can be translated without reading the product', () => {
  refuse(
    'web/messages/',
    (to) => isOurs(to) && !to.startsWith('contract/') && !to.startsWith('web/messages/'),
  )
})

test('the player’s core has no React: it is tested without a page', () => {
  refuse(
    'web/player/core/',
    (to) =>
      (isOurs(to) && !/^(web\/(player\/core\/|messages\/|browser-storage\.ts$)|contract\/)/.test(to)) ||
      /^react(-dom)?($|\/)/.test(to),
  )
})

test('pieces of the pages never import each other: pages compose them', () => {
  const roomOf = (path: string) => /^web\/features\/([^/.]+)/.exec(path)?.[1]
  for (const { path, imports } of sources) {
    const room = roomOf(path)
    if (!room) continue
    for (const { path: to } of imports) {
      assert.ok(
        !to.startsWith('web/pages/'),
        `${path} imports ${to}: a piece does not know the page it stands on`,
      )
      const other = roomOf(to)
      assert.ok(
        !other || other === room || other === 'auth',
        `${path} imports ${to}: let the page bring them together`,
      )
    }
  }
})

test('only one file starts processes for what people send, so that nothing escapes the sandbox', () => {
  for (const { path, imports } of sources) {
    if (!/^(server|media|web)\//.test(path) || isTest(path)) continue
    const starts = imports.some(({ path: to, typesOnly }) => to === 'node:child_process' && !typesOnly)
    const allowed = /^media\/fenced|^server\/platform\/db\/embedded/
    assert.ok(!starts || allowed.test(path), `${path} starts a process`)
  }
})

test('content and profiles are read through the doors of safety only, so that no side route forgets the policy', () => {
  // Builders of queries, and statements written out. Changing rows is not reading them: whose ids those are, a door has said.
  const builders = /(?:selectFrom|[jJ]oin)\(\s*(?:\([^)]*\)\s*=>\s*)?['"`](content|profiles)\b/
  const statements = /\b(?:from|join)\s+(content|profiles)\b/i
  for (const { path, text } of sources) {
    if (!path.startsWith('server/') || isTest(path) || path.startsWith('server/safety/')) continue
    const bare = withoutComments(text)
    const [, table] = builders.exec(bare) ?? statements.exec(bare) ?? []
    // Accounts lies below safety; it knows people's own rows, and no content.
    if (table === 'profiles' && path.startsWith('server/accounts/')) continue
    assert.ok(
      !table,
      `${path} reads ${table}: go through server/safety/${table === 'content' ? 'items' : 'people'}.ts`,
    )
  }
})

test('live updates have one door, which asks again and again whether somebody may listen', () => {
  const callers = sources.filter(
    ({ path, imports }) =>
      path.startsWith('server/') &&
      imports.some(({ path: to }) => to === 'server/platform/live-updates/event-stream.ts'),
  )
  const known = ['server/start.ts', 'server/access-policy/live-access.ts']
  for (const { path } of callers)
    assert.ok(known.includes(path), `${path}: go through server/access-policy/live-access.ts`)
})

test('relative times are rendered by one component, which survives a minute that passes before hydration', () => {
  // The second one shows an age only in some states of a line, and suppresses the comparison itself.
  const known = [
    'web/ui/formatting/relative-time.tsx',
    'web/features/upload/progress/unfinished-upload-list.tsx',
  ]
  for (const { path, imports } of sources)
    if (path.endsWith('.tsx') && imports.some(({ path: to }) => to === 'web/ui/formatting/time-ago.ts'))
      assert.ok(known.includes(path), `${path} renders an age: use <RelativeTime>`)
})

test('a URL of a page is spelled in web/paths.ts only', () => {
  for (const { path, text } of sources) {
    if (!path.startsWith('web/') || isTest(path) || /web\/(paths|routes)\.ts$/.test(path)) continue
    const spelled =
      /(?:to|href|navigate\(|redirect\()=?\{?\s*[`'"]\/(?!assets|favicon|manifest|api\/)[a-z]/.exec(
        withoutComments(text),
      )
    assert.ok(!spelled, `${path} spells a URL: ${spelled?.[0]}`)
  }
})

test('no drawer is called utils, helpers, lib, common or types', () => {
  for (const { path } of sources)
    assert.doesNotMatch(path, /(^|\/)(utils?|helpers?|lib|common|types)(\.tsx?|\/)/)
})

test('a file is at most 250 lines: what outgrows it splits by verb', () => {
  for (const { path, text } of sources) {
    const lines = text.split('\n').length
    assert.ok(lines <= 250 || isTest(path), `${path} has ${lines} lines`)
  }
})

function refuse(room: string, isWrong: (to: string, typesOnly: boolean) => boolean): void {
  for (const { path, imports } of sources) {
    if (!path.startsWith(room) || isTest(path)) continue
    for (const { path: to, typesOnly } of imports) assert.ok(!isWrong(to, typesOnly), `${path} imports ${to}`)
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function isOurs(path: string): boolean {
  return /^(contract|media|server|web|tests)\//.test(path)
}

function isTest(path: string): boolean {
  return path.startsWith('tests/') || path.endsWith('.test.ts')
}

async function readSources(): Promise<Source[]> {
  const found: Source[] = []
  for await (const path of glob('{contract,media,server,web,tests,bench}/**/*.{ts,tsx}')) {
    const text = await readFile(path, 'utf8')
    found.push({ path, text, imports: [...importsOf(path, text)] })
  }
  assert.ok(found.length > 50, 'the sources were read')
  return found
}

function* importsOf(path: string, text: string): Iterable<Source['imports'][number]> {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  for (const [, types, named, dynamic] of statements) {
    const to = named ?? dynamic!
    const resolved = to.startsWith('#')
      ? to.slice(1)
      : to.startsWith('.')
        ? normalize(join(dirname(path), to))
        : to
    yield { path: resolved, typesOnly: types !== undefined }
  }
}

test('a class has its styles in one file: they are all one in the end, and the later would win', async () => {
  const homes = new Map<string, string[]>()
  for await (const path of glob('web/**/*.css'))
    for (const [, name] of (await readFile(path, 'utf8')).matchAll(/^ {0,2}\.([\w-]+) \{$/gm))
      homes.set(name!, [...new Set([...(homes.get(name!) ?? []), path])])
  // The box of a player is there before its controls.
  homes.delete('stage')
  assert.ok(homes.size > 200)
  assert.deepEqual(
    [...homes].filter(([, paths]) => paths.length > 1),
    [],
  )
})
