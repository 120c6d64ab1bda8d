import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that contains package.json. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** An error that ends the setup. The error message tells the user what to do. */
export class SetupError extends Error {
  exitCode = 1
}

export function logSetupMessage(line) {
  console.log(`setup: ${line}`)
}

/**
 * Runs a command without showing its output and resolves with `{ ok, output }`. If the user interrupts the
 * setup, forwards the signal to the command and then exits.
 */
export async function runCommand(command, args, options = {}) {
  const child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let interrupt
  const pass = (signal) => child.kill((interrupt = signal))
  for (const signal of INTERRUPTS) process.on(signal, pass)
  const output = collect(child)
  const ok = await new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
  for (const signal of INTERRUPTS) process.off(signal, pass)
  if (interrupt)
    throw Object.assign(new SetupError('Interrupted. The next start continues from here.'), { exitCode: 130 })
  return { ok, output: output() }
}

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP']

function collect(child) {
  let text = ''
  const keep = (chunk) => (text = (text + chunk).slice(-200_000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => text
}

/** Returns the last lines of a failed command's output. */
export function getLastOutputLines(output) {
  return output.trimEnd().split('\n').slice(-15).join('\n')
}

/** Returns the PATH without npm's additions, so that only the system's programs are found. */
export function getSystemPathVariable() {
  const places = (process.env.PATH ?? '').split(delimiter)
  return places.filter((place) => !/node_modules[\\/]\.bin$|node-gyp-bin$/.test(place)).join(delimiter)
}

/** Returns the full path of a program, or undefined if the program is not installed. */
export function which(program) {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program]
  const candidates = getSystemPathVariable()
    .split(delimiter)
    .flatMap((place) => names.map((name) => join(place, name)))
  return candidates.find(isExecutable)
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * Returns the path of the `node` binary from the npm packages if that binary is installed, otherwise the path
 * of the `node` binary that runs this script.
 */
export function findNodeBinary() {
  return [join(projectRoot, 'node_modules/.bin/node'), process.execPath].find(isExecutable) ?? which('node')
}
