import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Piece } from '#media/pieces/plan-pieces.ts'

const file = fileURLToPath(new URL('pinned-worker.ts', import.meta.url))

/**
 * Encodes the pieces with two worker processes, each of which can use one processor core only. Returns the
 * wall-clock time in seconds.
 */
export async function encodeWithPinnedWorkers(
  film: string,
  folder: string,
  pieces: readonly Piece[],
): Promise<number> {
  await mkdir(folder)
  const workers = await Promise.all([0, 1].map((core) => startWorker(core, film, folder)))
  const startedAt = performance.now()
  const waiting = [...pieces]
  await Promise.all(workers.map((worker) => encodeWaiting(worker, waiting)))
  const seconds = (performance.now() - startedAt) / 1000
  for (const worker of workers) worker.kill()
  return seconds
}

async function startWorker(core: number, film: string, folder: string): Promise<ChildProcess> {
  const args = ['--cpu-list', `${core}`, process.execPath, file, film, folder]
  const worker = spawn('taskset', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await waitUntilIdle(worker)
  return worker
}

async function encodeWaiting(worker: ChildProcess, waiting: Piece[]): Promise<void> {
  for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
    worker.send(piece)
    await waitUntilIdle(worker)
  }
}

async function waitUntilIdle(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('a worker of the benchmark ended')))
  ended.catch(() => {})
  await Promise.race([once(worker, 'message'), ended])
}
