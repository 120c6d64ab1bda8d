/*
 * Checks the architecture rules (docs/architecture.md). Each failure message says why the rule exists. To
 * change an architecture rule, change docs/architecture.md first.
 */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import test from 'node:test'
import {
  findImportCycles,
  isRepositoryPath,
  readTypeScriptFiles,
} from '#tests/support/source-code/source-imports.ts'

const sources = await readTypeScriptFiles()

/**
 * The server's features in the order of their dependencies. Each feature may import the features that are
 * listed before it.
 */
const features = [
  'text-moderation',
  'rate-limits',
  'accounts',
  'auth',
  'safety-settings',
  'access-policy',
  'blocks',
  'profiles',
  'wellbeing',
  'follows',
  'content',
  'series',
  'captions',
  'uploads',
  'transcoding',
  'playback',
  'broadcasts',
  'view-counts',
  'watch-history',
  'likes',
  'comments',
  'playlists',
  'analytics',
  'discovery',
  'notifications',
  'moderation',
  'privacy',
  'account-deletion',
  'contact',
  'webhooks',
  'operations',
  'admin',
]

/** Modules that every folder with messages may import to define and format messages. */
const messageModules = [
  'i18n/define-messages.ts',
  'i18n/formats.ts',
  'i18n/current-locale.ts',
  'i18n/locales.ts',
]

test('contract/ imports only zod and the message catalogs, because both the browser and the server import contract/', () => {
  forbidImports(
    'contract/',
    (to) => !to.startsWith('contract/') && to !== 'zod' && !messageModules.includes(to),
  )
})

test('media code imports only media code and Node.js modules, so it can be tested without a database or HTTP', () => {
  forbidImports('media/', (to) => !to.startsWith('media/') && !to.startsWith('node:'))
})

test('server/platform imports contract/ but no feature, because server/platform contains no product rules', () => {
  forbidImports('server/platform/', (to, typesOnly) => {
    if (to.startsWith('web/')) return !typesOnly
    // The platform may import the sandbox, because the platform also starts child processes and every child
    // process must run in the sandbox.
    if (to === 'media/sandbox/spawn-sandboxed.ts') return false
    return isRepositoryPath(to) && !/^(server\/platform|contract|i18n)\//.test(to)
  })
})

test('a feature imports only features below it in the feature order, so it can be read without the features above it', () => {
  for (const [at, feature] of features.entries()) {
    const below = features.slice(0, at + 1).map((name) => `server/${name}/`)
    const allowed = ['contract/', 'i18n/', 'server/platform/', 'server/domain-events.ts', ...below]
    if (['captions', 'uploads', 'transcoding', 'playback', 'broadcasts'].includes(feature))
      allowed.push('media/')
    forbidImports(
      `server/${feature}/`,
      (to) => isRepositoryPath(to) && !allowed.some((start) => to.startsWith(start)),
    )
  }
})

test('server/text-moderation has no side effects, because it imports neither the database nor a feature', () => {
  forbidImports('server/text-moderation/', (to) => {
    const allowed = [
      'contract/',
      'server/text-moderation/',
      'server/platform/config.ts',
      // The operator's word lists are settings, which are read from memory.
      'server/platform/runtime-settings/runtime-settings.ts',
    ]
    return isRepositoryPath(to) && !allowed.some((start) => to.startsWith(start))
  })
})

test('every folder in server/ except platform has a position in the feature order', () => {
  const found = new Set(
    sources.map(({ path }) => /^server\/([^/]+)\//.exec(path)?.[1]).filter((name) => name !== undefined),
  )
  for (const name of found)
    assert.ok(name === 'platform' || features.includes(name), `server/${name} has no position in the order`)
})

test('imports have no cycles, so each file can be understood from the files it imports', () => {
  assert.deepEqual(findImportCycles(sources), [])
})

test('no folder has more than 25 source files', () => {
  const counts = new Map<string, number>()
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  assert.deepEqual(
    [...counts].filter(([, count]) => count > 25),
    [],
  )
})

test('web code imports only types from the server, because browser code must not include the database', () => {
  forbidImports('web/', (to) => to.startsWith('server/') || to.startsWith('media/'))
})

test('components in web/ui work on any page, because they import neither the router nor the API', () => {
  forbidImports(
    'web/ui/',
    (to) =>
      // Components in web/ui may import contract/content/image-variants.ts, because the names of the image
      // sizes are not part of the API.
      (isRepositoryPath(to) &&
        !messageModules.includes(to) &&
        !/^web\/(ui|messages)\/|^contract\/content\/image-variants\.ts$/.test(to)) ||
      to.startsWith('react-router'),
  )
})

test('web/messages imports only contract/ and i18n/, so messages can be translated separately', () => {
  forbidImports(
    'web/messages/',
    (to) => isRepositoryPath(to) && !messageModules.includes(to) && !/^(contract|web\/messages)\//.test(to),
  )
})

test('web/player/core does not use React, so it can be tested without a page', () => {
  forbidImports(
    'web/player/core/',
    (to) =>
      (isRepositoryPath(to) &&
        !messageModules.includes(to) &&
        !/^(web\/(player\/core\/|messages\/|browser-storage\.ts$)|contract\/)/.test(to)) ||
      /^react(-dom)?($|\/)/.test(to),
  )
})

test('web features do not import each other, because pages combine them', () => {
  const featureOf = (path: string) => /^web\/features\/([^/.]+)/.exec(path)?.[1]
  for (const { path, imports } of sources) {
    const feature = featureOf(path)
    if (!feature) continue
    for (const { path: to } of imports) {
      assert.ok(!to.startsWith('web/pages/'), `${path} imports ${to}: a feature does not depend on a page`)
      const other = featureOf(to)
      assert.ok(
        !other || other === feature || other === 'auth',
        `${path} imports ${to}: let the page combine the two`,
      )
    }
  }
})

test('only two source files start processes, so no uploaded file is processed outside the sandbox', () => {
  for (const { path, imports } of sources) {
    if (!/^(server|media|web)\//.test(path) || isTest(path)) continue
    const starts = imports.some(({ path: to, typesOnly }) => to === 'node:child_process' && !typesOnly)
    const allowed = /^media\/sandbox\/spawn-sandboxed|^server\/platform\/db\/embedded/
    assert.ok(!starts || allowed.test(path), `${path} starts a process`)
  }
})

test('content, profiles, playlists and series are read only through the access policy', () => {
  // SQL UPDATE statements are not checked, because the access policy has already decided which IDs an update
  // may change.
  const builders =
    /(?:selectFrom|[jJ]oin)\(\s*(?:\([^)]*\)\s*=>\s*)?['"`](content|profiles|playlists|series)\b/
  const statements = /\b(?:from|join)\s+(content|profiles|playlists|series)\b/i
  for (const { path, text } of sources) {
    if (!path.startsWith('server/') || isTest(path) || path.startsWith('server/access-policy/')) continue
    const bare = withoutComments(text)
    const [, table] = builders.exec(bare) ?? statements.exec(bare) ?? []
    // The accounts and auth features cannot import the access policy, because they come before it in the
    // feature order. They read only the user's own profile row, and no content.
    if (table === 'profiles' && /^server\/(accounts|auth)\//.test(path)) continue
    assert.ok(
      !table,
      `${path} reads ${table}: go through server/access-policy/${table === 'series' ? table : table?.replace(/s$/, '')}-queries.ts`,
    )
  }
})

test('the single entry point for live updates rechecks access while a stream is open', () => {
  const callers = sources.filter(
    ({ path, imports }) =>
      path.startsWith('server/') &&
      imports.some(({ path: to }) => to === 'server/platform/live-updates/event-stream.ts'),
  )
  const known = ['server/start.ts', 'server/access-policy/live-update-access.ts']
  for (const { path } of callers)
    assert.ok(known.includes(path), `${path}: go through server/access-policy/live-update-access.ts`)
})

test('relative times are rendered only by the component that suppresses hydration warnings', () => {
  // The list of unfinished uploads may render relative times itself, because it shows relative times only in
  // some states and suppresses the hydration warning.
  const known = [
    'web/ui/formatting/relative-time.tsx',
    'web/features/upload/progress/unfinished-upload-list.tsx',
  ]
  for (const { path, imports } of sources)
    if (path.endsWith('.tsx') && imports.some(({ path: to }) => to === 'web/ui/formatting/time-ago.ts'))
      assert.ok(known.includes(path), `${path} renders an age: use <RelativeTime>`)
})

test('page URLs are defined only in web/paths.ts', () => {
  for (const { path, text } of sources) {
    if (!path.startsWith('web/') || isTest(path) || /web\/(paths|routes)\.ts$/.test(path)) continue
    const written =
      /(?:to|href|navigate\(|redirect\()=?\{?\s*[`'"]\/(?!assets|favicon|manifest|api\/)[a-z]/.exec(
        withoutComments(text),
      )
    assert.ok(!written, `${path} writes a URL: ${written?.[0]}`)
  }
})

test('no file or folder is called utils, helpers, lib, common or types', () => {
  for (const { path } of sources)
    assert.doesNotMatch(path, /(^|\/)(utils?|helpers?|lib|common|types)(\.tsx?|\/)/)
})

test('a source file has at most 250 lines', () => {
  for (const { path, text } of sources) {
    const lines = text.split('\n').length
    assert.ok(lines <= 250 || isTest(path), `${path} has ${lines} lines`)
  }
})

test('a test file has at most 300 lines', () => {
  for (const { path, text } of sources) {
    const lines = text.split('\n').length
    assert.ok(lines <= 300 || !/\.(test|spec)\.ts$/.test(path), `${path} has ${lines} lines`)
  }
})

test('each CSS class is styled in only one file, because all files end up in one stylesheet', async () => {
  const files = new Map<string, string[]>()
  for await (const path of glob('web/**/*.css'))
    for (const [, name] of (await readFile(path, 'utf8')).matchAll(/^ {0,2}\.([\w-]+) \{$/gm))
      files.set(name!, [...new Set([...(files.get(name!) ?? []), path])])
  // The `stage` class may be styled in two files, because the player's frame is rendered before its controls
  // are loaded.
  files.delete('stage')
  assert.ok(files.size > 200)
  assert.deepEqual(
    [...files].filter(([, paths]) => paths.length > 1),
    [],
  )
})

function forbidImports(folder: string, isForbidden: (to: string, typesOnly: boolean) => boolean): void {
  for (const { path, imports } of sources) {
    if (!path.startsWith(folder) || isTest(path)) continue
    for (const { path: to, typesOnly } of imports)
      assert.ok(!isForbidden(to, typesOnly), `${path} imports ${to}`)
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function isTest(path: string): boolean {
  return path.startsWith('tests/') || path.endsWith('.test.ts')
}
