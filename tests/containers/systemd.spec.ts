/* Runs the systemd units on a machine with systemd and PostgreSQL, which is a container. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { systemdImage } from './build-images.ts'
import { podman } from './site-container.ts'

const name = 'machine'
const onMachine = (...command: string[]) => podman('exec', name, ...command)
let url: string

before(async () => {
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  const settings = join(process.env['CONTAINER_TESTS']!, 'afterbell.env')
  const database = 'postgres://afterbell:afterbell@127.0.0.1/afterbell'
  const lines = [
    `PUBLIC_URL=${url}`,
    'HOST=0.0.0.0',
    `DATABASE_URL=${database}`,
    'DATA_DIR=/var/lib/afterbell',
  ]
  await writeFile(settings, `${lines.join('\n')}\n`, { mode: 0o600 })
  await podman(
    'run',
    '--detach',
    '--name',
    name,
    '--systemd',
    'always',
    '--privileged',
    '--publish',
    `127.0.0.1:${port}:3001`,
    '--volume',
    `${settings}:/etc/afterbell.env:ro`,
    systemdImage,
  )
  await waitUntilReady()
})
after(() => podman('rm', '--force', '--time', '10', name))

test('the units start, and no unit fails', async () => {
  for (const unit of ['afterbell-web@3001', 'afterbell-worker@a', 'afterbell-backup.timer'])
    assert.equal(await onMachine('systemctl', 'is-active', unit), 'active', unit)
  assert.equal(await onMachine('systemctl', '--failed', '--plain', '--no-legend'), '')
})

test('the worker transcodes a video inside bubblewrap', async () => {
  await publishVideo(await signUpOverHttp(url, 'carol'))
  assert.doesNotMatch(await onMachine('journalctl', '--unit', 'afterbell-worker@a'), /"level":"error"/)
})

test('the backup service makes a backup that can be restored', async () => {
  await onMachine('systemctl', 'start', 'afterbell-backup')
  const backup = await onMachine('ls', '/var/backups/afterbell')
  assert.match(backup, /^afterbell-[\dTZ-]+$/)
  const admin = 'cd /srv/afterbell && set -a && . /etc/afterbell.env && node_modules/.bin/node bin/admin.ts'
  const checked = await onMachine('sh', '-c', `${admin} restore /var/backups/afterbell/${backup} --check`)
  assert.match(checked, /The backup is valid/)
  assert.match(await onMachine('systemctl', 'list-timers', '--no-pager'), /afterbell-backup\.timer/)
})

test('systemd restarts a web server that was killed', async () => {
  const killed = await onMachine(
    'systemctl',
    'show',
    '--property',
    'MainPID',
    '--value',
    'afterbell-web@3001',
  )
  await onMachine('systemctl', 'kill', '--kill-who=main', '--signal=KILL', 'afterbell-web@3001')
  await waitUntil(async () => {
    const now = await onMachine('systemctl', 'show', '--property', 'MainPID', '--value', 'afterbell-web@3001')
    return now !== '0' && now !== killed
  })
  await waitUntilReady()
})

test('the units stop gracefully', async () => {
  await onMachine('systemctl', 'stop', 'afterbell-web@3001', 'afterbell-worker@a')
  for (const unit of ['afterbell-web@3001', 'afterbell-worker@a'])
    assert.equal(
      await onMachine('systemctl', 'show', '--property', 'Result', '--value', unit),
      'success',
      unit,
    )
})

async function waitUntilReady(): Promise<void> {
  await waitUntil(
    () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    90,
  ).catch(async (error: Error) => {
    const log = await onMachine('journalctl', '--no-pager', '--lines', '60').catch(String)
    throw new Error(`${error.message}\n${await podman('logs', name).catch(String)}\n${log}`)
  })
}
