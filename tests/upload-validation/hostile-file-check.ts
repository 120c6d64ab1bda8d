import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Canary } from './canary.ts'
import { findVideoProblems, findImageProblems } from './accepted-files.ts'
import { findLeftovers, takeSiteSnapshot } from './leftover-check.ts'
import {
  type HostileFile,
  describeOutcome,
  isExpectedOutcome,
} from '#tests/support/hostile-files/hostile-file.ts'
import type { ValidationSite } from './validation-site.ts'
import { type SendResult, sendFile } from './send-file.ts'

/** The result for one file. */
export interface FileCheckReport {
  nasty: HostileFile
  got: SendResult
  /** Peak memory of the image decoder in megabytes; 0 if none ran. */
  memory: number
  wrongs: string[]
}

/** Maximum megabytes for decoding an image. */
const pictureMemory = 300

/** Sends one file and checks everything that must be true afterwards. */
export async function checkHostileFile(
  place: ValidationSite,
  bait: Canary,
  nasty: HostileFile,
): Promise<FileCheckReport> {
  const bytes = bait.fill(await nasty.bytes())
  const member = await place.member()
  const before = await takeSiteSnapshot(place)
  const weighed = nasty.door === 'picture' ? place.weigh() : null
  const got = await sendFile(member, nasty, bytes)
  const memory = (await weighed?.()) ?? 0
  const wrongs: string[] = []
  if (!isExpectedOutcome(got.outcome, nasty.outcomes))
    wrongs.push(`expected ${nasty.outcomes.map(describeOutcome).join(' or ')}`)
  if (isLate(nasty, got)) wrongs.push(`took ${got.seconds.toFixed(1)} s, not ${nasty.within}`)
  if (memory > (nasty.memory ?? pictureMemory)) wrongs.push(`its decoder took ${memory.toFixed(0)} MB`)
  if (got.outcome !== 'kept') wrongs.push(...(await findLeftovers(place, member, got, before)))
  else if (nasty.door === 'picture') wrongs.push(...(await findImageProblems(place, got, bytes, bait.secret)))
  else
    wrongs.push(
      ...(await withTempFile(nasty.name, bytes, (path) => findVideoProblems(place, got, path, bait.secret))),
    )
  wrongs.push(...bait.knocks.map((knock) => `knocked at the canary's port: ${knock}`))
  const told = place.said.slice(before.said).filter((line) => line.includes(bait.secret))
  wrongs.push(...told.map((line) => `the log holds the secret: ${line.slice(0, 200)}`))
  const bugs = place.said.slice(before.said).filter((line) => line.includes('"level":"error"'))
  return {
    nasty,
    got,
    memory,
    wrongs: [...wrongs, ...bugs.map((line) => `the log has ${line.slice(0, 400)}`)],
  }
}

/** Accepted videos may take their time; everything else is limited by `within`. */
function isLate({ door, within }: HostileFile, { outcome, seconds }: SendResult): boolean {
  return (door === 'picture' || outcome !== 'kept') && seconds > within
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
