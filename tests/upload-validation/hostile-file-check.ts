import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SandboxCanary } from './sandbox-canary.ts'
import { findVideoProblems, findImageProblems } from './accepted-file-checks.ts'
import { findRejectedUploadLeftovers, takePreUploadSnapshot } from './rejected-upload-leftovers.ts'
import {
  type HostileFile,
  describeUploadOutcome,
  isExpectedUploadOutcome,
} from '#tests/support/hostile-files/hostile-file.ts'
import type { UploadValidationTestSite } from './upload-validation-test-site.ts'
import { type HostileFileUploadResult, uploadHostileFile } from './hostile-file-upload.ts'

/** The result of checking one hostile file. */
export interface FileCheckReport {
  hostileFile: HostileFile
  result: HostileFileUploadResult
  /** Peak memory of the image decoder in megabytes; 0 if no image decoder ran. */
  memory: number
  problems: string[]
}

/** The maximum memory for decoding an image, in megabytes. */
const pictureMemory = 300

/**
 * Sends one hostile file. Checks the outcome, the time and the memory used, and checks that nothing leaked or
 * was left behind.
 */
export async function checkHostileFile(
  site: UploadValidationTestSite,
  canary: SandboxCanary,
  hostileFile: HostileFile,
): Promise<FileCheckReport> {
  const bytes = canary.fill(await hostileFile.bytes())
  const member = await site.member()
  const before = await takePreUploadSnapshot(site)
  const weighed = hostileFile.target === 'picture' ? site.watchDecoderMemory() : null
  const result = await uploadHostileFile(member, hostileFile, bytes)
  const memory = (await weighed?.()) ?? 0
  const problems: string[] = []
  if (!isExpectedUploadOutcome(result.outcome, hostileFile.outcomes))
    problems.push(`expected ${hostileFile.outcomes.map(describeUploadOutcome).join(' or ')}`)
  if (isLate(hostileFile, result))
    problems.push(`took ${result.seconds.toFixed(1)} s, not ${hostileFile.within}`)
  if (memory > (hostileFile.memory ?? pictureMemory))
    problems.push(`its decoder took ${memory.toFixed(0)} MB`)
  if (result.outcome !== 'kept')
    problems.push(...(await findRejectedUploadLeftovers(site, member, result, before)))
  else if (hostileFile.target === 'picture')
    problems.push(...(await findImageProblems(site, result, bytes, canary.secret)))
  else
    problems.push(
      ...(await withTempFile(hostileFile.name, bytes, (path) =>
        findVideoProblems(site, result, path, canary.secret),
      )),
    )
  problems.push(...canary.connections.map((knock) => `knocked at the canary's port: ${knock}`))
  const told = site.log.slice(before.log).filter((line) => line.includes(canary.secret))
  problems.push(...told.map((line) => `the log holds the secret: ${line.slice(0, 200)}`))
  const bugs = site.log.slice(before.log).filter((line) => line.includes('"level":"error"'))
  return {
    hostileFile,
    result,
    memory,
    problems: [...problems, ...bugs.map((line) => `the log has ${line.slice(0, 400)}`)],
  }
}

/**
 * Returns whether the server took longer than `within` seconds to reach the outcome. This time limit does not
 * apply to accepted videos, because their processing may take any length of time.
 */
function isLate({ target, within }: HostileFile, { outcome, seconds }: HostileFileUploadResult): boolean {
  return (target === 'picture' || outcome !== 'kept') && seconds > within
}

async function withTempFile<T>(name: string, bytes: Buffer, look: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-look-'))
  const path = join(folder, basename(name))
  try {
    await writeFile(path, bytes)
    return await look(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
