import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

// Runs the setup in a small project on a fake machine. The machine's programs are shell scripts that write
// their name and arguments to `calls`.

test('prints nothing and runs no commands if the setup is already complete', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'bwrap', 'npm')
  await machine.ready()
  await machine.forget()
  assert.deepEqual(await machine.ready(), { code: 0, out: '' })
  assert.deepEqual(await machine.calls(), [])
})

test('installs all missing programs with a single apt-get call', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('npm', 'apt-get', 'sudo')
  const first = await machine.ready()
  assert.equal(
    first.out,
    'setup: installing ffmpeg, bubblewrap (apt-get)\nsetup: installing packages (npm ci, about a minute)\n',
  )
  assert.equal(first.code, 0)
  assert.deepEqual(await machine.ready(), { code: 0, out: '' })
  const installs = (await machine.calls()).filter((call) => /^apt-get .* install /.test(call))
  assert.equal(installs.length, 1)
  assert.match(installs[0]!, /install -y --no-install-recommends ffmpeg bubblewrap$/)
})

test('explains how to install ffmpeg, and downloads nothing, if ffmpeg cannot be installed automatically', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('npm', 'brew')
  const { code, out } = await machine.ready()
  assert.equal(code, 1)
  assert.equal(
    out,
    'ffmpeg is missing. Run this, then start again:\n\n    brew install ffmpeg bubblewrap\n\n',
  )
  assert.deepEqual(await machine.calls(), [])
})

test('the setup script continues with a warning when only bubblewrap is missing', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'npm')
  const { code, out } = await machine.ready()
  assert.equal(code, 0)
  assert.match(out, /bubblewrap is missing/)
})

test('the setup script repeats an interrupted install and skips a complete one', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'bwrap', 'npm')
  await machine.write('npm-fails', '')
  assert.equal((await machine.ready()).code, 1)
  await rm(machine.path('npm-fails'))
  assert.equal((await machine.ready()).code, 0)
  await machine.ready()
  assert.equal((await machine.calls()).filter((call) => call.startsWith('npm ci')).length, 2)
})

test('installs development packages regardless of NODE_ENV', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'bwrap', 'npm')
  await machine.ready({ NODE_ENV: 'production' })
  assert.match(
    (await machine.calls()).find((call) => call.startsWith('npm ci'))!,
    /--include=dev --include=optional/,
  )
})

test('if two setups start at the same time, the second waits for the first and does not repeat its work', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'bwrap', 'npm')
  const both = await Promise.all([machine.ready(), machine.ready()])
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  assert.equal((await machine.calls()).filter((call) => call.startsWith('npm ci')).length, 1)
})

test('the setup script ignores the lock file of a setup process that was killed', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'bwrap', 'npm')
  await machine.write('.ready/lock', '99999999')
  assert.equal((await machine.ready()).code, 0)
})

test('rebuilds the web app when the content of a source file changes, but not when only its modification time changes', async (t) => {
  const machine = await createFakeMachine(t)
  await machine.has('ffmpeg', 'ffprobe', 'bwrap', 'npm')
  await machine.write('web/root.tsx', 'one')
  assert.match((await machine.ready()).out, /building the web app/)
  await utimes(machine.path('web/root.tsx'), 0, 0)
  assert.equal((await machine.ready()).out, '')
  await machine.write('web/root.tsx', 'two')
  assert.match((await machine.ready()).out, /building the web app/)
})

async function createFakeMachine(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-ready-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = (name: string) => join(folder, name)
  const write = async (name: string, text: string) => {
    await mkdir(dirname(path(name)), { recursive: true })
    await writeFile(path(name), text)
  }
  const has = async (...programs: string[]) => {
    for (const name of programs) {
      await write(
        `programs/${name}`,
        `#!/bin/sh\nf='${folder}'\necho "${name} $*" >> "$f/calls"\n${SCRIPTS[name] ?? ''}\n`,
      )
      await chmod(path(`programs/${name}`), 0o755)
    }
  }
  const calls = async () => {
    const lines = (await readFile(path('calls'), 'utf8').catch(() => '')).split('\n')
    return lines.filter((line) => line && !line.startsWith('ffmpeg -hide_banner'))
  }
  await cp(fileURLToPath(new URL('.', import.meta.url)), path('bin'), { recursive: true })
  await write(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }),
  )
  await mkdir(path('programs'))
  for (const name of ['env', 'true', 'mkdir', 'sleep', 'chmod'])
    await symlink(`/usr/bin/${name}`, path(`programs/${name}`))
  return {
    path,
    write,
    has,
    calls,
    forget: () => rm(path('calls'), { force: true }),
    ready: (env = {}) => runSetup(folder, env),
  }
}

async function runSetup(folder: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(folder, 'bin/setup.mjs'), 'start'], {
    env: { PATH: join(folder, 'programs'), HOME: folder, ...env },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out }
}

const SCRIPTS: Record<string, string> = {
  ffmpeg: 'echo "Encoder libx264"',
  sudo: 'shift; exec "$@"',
  'apt-get': `case "$*" in *install*) for p in ffmpeg ffprobe bwrap; do
    printf '#!/bin/sh\\necho Encoder libx264\\n' > "$f/programs/$p"; chmod +x "$f/programs/$p"; done;; esac`,
  npm: `mkdir -p "$f/node_modules/a" "$f/node_modules/@react-router/dev"
    if [ -e "$f/npm-fails" ]; then exit 1; fi
    sleep 0.3
    echo '{}' > "$f/node_modules/a/package.json"
    echo "const fs = require('fs'); fs.mkdirSync('build/server', { recursive: true }); fs.writeFileSync('build/server/index.js', '')" \\
      > "$f/node_modules/@react-router/dev/bin.cjs"
    echo '{"packages":{"node_modules/a":{"version":"1.0.0"}}}' > "$f/node_modules/.package-lock.json"`,
}
