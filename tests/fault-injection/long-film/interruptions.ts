import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import type { MultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { listClaims } from '#tests/support/pieces/piece-test-app.ts'
import { listProcessTree, waitForProcessesToExit } from '#tests/support/processes/process-tree.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'

/** A worker that was killed or stopped, and the pieces that it was encoding. */
interface Interruption {
  how: 'killed' | 'stopped'
  pieces: string[]
}

/** Kills and replaces the processes of a site while its workers encode the pieces of a film. */
export class Interruptions {
  readonly all: Interruption[] = []
  /** The number of seconds that each process took to stop during deployments. */
  readonly stopSeconds: number[] = []
  readonly #site: MultiProcessTestSite
  readonly #contentId: string

  constructor(site: MultiProcessTestSite, contentId: string) {
    this.#site = site
    this.#contentId = contentId
  }

  get kills(): number {
    return this.all.filter(({ how }) => how === 'killed').length
  }

  /** Kills the worker that has run longest, with its children, and starts another one. */
  async killWorker(): Promise<void> {
    const { workers } = this.#site
    const victim = [...workers][0]!
    const tree = await listProcessTree(victim.pid)
    const before = await this.#listPieces(victim)
    await victim.kill()
    for (const pid of tree) killIfAlive(pid)
    await waitForProcessesToExit(tree)
    workers.delete(victim)
    // The worker may have claimed another piece just before it was killed.
    const pieces = new Set([...before, ...(await this.#listPieces(victim))])
    this.all.push({ how: 'killed', pieces: [...pieces] })
    await this.#site.setWorkerCount(2)
  }

  /**
   * Replaces all processes, as an upgrade without downtime does. Another web server receives all requests before
   * the web server stops.
   */
  async deploy(onNewWeb: (url: string) => void): Promise<void> {
    const site = this.#site
    const next = await site.startSecondWeb()
    onNewWeb(next.url)
    const previous = site.web
    site.web = next
    this.stopSeconds.push(await previous.stop())
    for (const worker of Array.from(site.workers)) {
      const pieces = await this.#listPieces(worker)
      this.stopSeconds.push(await stopWithoutChildren(worker))
      site.workers.delete(worker)
      this.all.push({ how: 'stopped', pieces })
      await site.setWorkerCount(2)
    }
  }

  /**
   * Counts the pieces that were encoded again: because their worker was killed, because it was stopped, or for
   * another reason.
   */
  async countRepeatedPieces(): Promise<{ killed: number; stopped: number; other: number }> {
    const repeated = { killed: 0, stopped: 0, other: 0 }
    const reasons = this.all.flatMap(({ how, pieces }) => pieces.map((piece) => ({ how, piece })))
    const seen = new Set<string>()
    for (const { piece } of await listClaims(this.#contentId)) {
      if (!seen.has(piece)) {
        seen.add(piece)
        continue
      }
      const reason = reasons.findIndex((one) => one.piece === piece)
      repeated[reason < 0 ? 'other' : reasons[reason]!.how] += 1
      if (reason >= 0) reasons.splice(reason, 1)
    }
    return repeated
  }

  async #listPieces({ pid }: ServerProcess): Promise<string[]> {
    const { rows } = await sql<{ piece: string }>`select rung_group || '-' || first_segment as piece
      from transcode_pieces where content_id = ${this.#contentId} and state = 'encoding'
      and worker like ${`%-${pid}-%`}`.execute(db)
    return rows.map(({ piece }) => piece)
  }
}

/** Sends SIGTERM only to the worker, as systemd does (`KillMode=mixed`). Returns the seconds until it has exited. */
async function stopWithoutChildren({ pid }: ServerProcess): Promise<number> {
  const startedAt = performance.now()
  const tree = await listProcessTree(pid)
  process.kill(pid, 'SIGTERM')
  await waitForProcessesToExit(tree)
  return (performance.now() - startedAt) / 1000
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
