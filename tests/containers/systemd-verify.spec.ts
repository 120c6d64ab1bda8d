/* Verifies the systemd units, and limits how much they may expose the machine. */
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { runProgram } from './container-engine.ts'

/** The highest acceptable exposure (0 to 10) of each unit, from `systemd-analyze security`. */
const exposures = {
  'afterbell-web@.service': 5,
  'afterbell-worker@.service': 5,
  'afterbell-backup.service': 2,
}

test('systemd finds no problems in the units', async (t) => {
  const root = await createSystemRoot()
  t.after(() => rm(root, { recursive: true }))
  const units = ['afterbell-web@3001.service', 'afterbell-worker@a.service', 'afterbell-backup.timer']
  const { stdout } = await verify(root, units)
  assert.equal(stdout, '')
})

test('the units expose little of the machine', async () => {
  for (const [unit, most] of Object.entries(exposures)) {
    const report = await runProgram('systemd-analyze', [
      'security',
      '--offline=true',
      '--no-pager',
      `deploy/${unit}`,
    ])
    const exposure = Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(report)?.[1])
    console.log(`${unit}: exposure ${exposure}`)
    assert.ok(exposure <= most, `${unit}: ${exposure}`)
  }
})

async function verify(root: string, units: string[]): Promise<{ stdout: string }> {
  const args = ['verify', `--root=${root}`, '--man=no', '--recursive-errors=yes', ...units]
  return { stdout: await runProgram('systemd-analyze', args) }
}

/** A folder that looks like a machine on which the site is installed. */
async function createSystemRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'afterbell-systemd-'))
  const programs = ['srv/afterbell/node_modules/.bin/node', 'usr/bin/find']
  for (const path of programs) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), '#!/bin/sh\n', { mode: 0o755 })
  }
  await mkdir(join(root, 'etc/systemd'), { recursive: true })
  await cp('deploy', join(root, 'etc/systemd/system'), { recursive: true })
  await cp('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true })
  return root
}
