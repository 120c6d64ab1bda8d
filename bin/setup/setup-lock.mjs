import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot, logSetupMessage } from './commands.mjs'

const folder = join(projectRoot, '.ready')
const lock = join(folder, 'lock')

/** Allows one setup at a time. A second setup waits and then finds nothing left to do. */
export async function withSetupLock(work) {
  const held = await take()
  try {
    await work()
  } finally {
    if (held) rmSync(lock, { force: true })
  }
}

async function take() {
  for (let told = false; ; await sleep(200)) {
    const holder = tryTake()
    if (holder === undefined) return true
    if (holder === 'cannot') return false
    if (holder === 0) continue // the lock was released in the meantime
    if (!alive(holder)) rmSync(lock, { force: true })
    else if (!told) {
      logSetupMessage(`waiting for another setup (process ${holder}) to finish`)
      told = true
    }
  }
}

/**
 * Tries to acquire the lock. Returns undefined on success. If another process holds the lock, returns the id
 * of that process. Returns `cannot` if the folder is read-only.
 */
function tryTake() {
  const mine = `${lock}-${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(mine, `${process.pid}`)
    linkSync(mine, lock) // a link appears with its content or not at all
    return undefined
  } catch (error) {
    // Any error except EEXIST means that the checkout is read-only, because it belongs to another user. No
    // lock is needed, because this setup cannot change a read-only checkout.
    return error.code === 'EEXIST' ? Number(read(lock)) : 'cannot'
  } finally {
    rmSync(mine, { force: true })
  }
}

/**
 * Returns whether the process with this id is a running setup. After a reboot, the recorded process id may
 * belong to another program.
 */
function alive(pid) {
  const command = read(`/proc/${pid}/cmdline`)
  if (command || existsSync('/proc/self/cmdline')) return command.includes('setup.mjs')
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
