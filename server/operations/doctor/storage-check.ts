import { randomUUID } from 'node:crypto'
import { config } from '#server/platform/config.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Writes a small object, reads it back, and deletes it. */
export async function checkStorage(): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}`
  const bytes = Buffer.from(key)
  try {
    const storage = await openStorage(config)
    await storage.putBytes(key, bytes)
    const object = await storage.open(key)
    const isSame = object && Buffer.from(await new Response(object.body).arrayBuffer()).equals(bytes)
    await storage.remove(key)
    if (!isSame)
      return [
        problem(
          'storage',
          'An object that was just stored cannot be read back.',
          'Use a storage service with read-after-write consistency.',
        ),
      ]
  } catch (error) {
    return [toStorageProblem(error as Error)]
  }
  return [ok('storage', 'Files can be stored, read and deleted.')]
}

/** What to do about S3 errors, by their code. */
const adviceByCode: Record<string, string> = {
  NoSuchBucket: 'Create the bucket, or correct S3_BUCKET.',
  AccessDenied: 'Allow this key to list, read, write and delete objects of the bucket.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct S3_SECRET_ACCESS_KEY.',
  RequestTimeTooSkewed: 'Synchronize the clock of this machine with a time server.',
}

function toStorageProblem(error: Error): Finding {
  const codes = [error.name, (error.cause as Error | undefined)?.name, error.message]
  const known = Object.keys(adviceByCode).find((code) => codes.some((text) => text?.includes(code)))
  const advice = known
    ? adviceByCode[known]!
    : config.s3
      ? 'Check S3_ENDPOINT and S3_REGION, and that the service is running.'
      : 'Check that the folder “files” in DATA_DIR belongs to the user that runs the site.'
  return problem('storage', `Files cannot be stored: ${error.message}`, advice)
}
