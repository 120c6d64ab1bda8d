import { readFile } from 'node:fs/promises'

/** Returns the version of Afterbell that is running, from package.json. */
export async function readAfterbellVersion(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}
