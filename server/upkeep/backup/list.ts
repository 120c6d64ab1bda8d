import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { checkKey } from '../../platform/storage/storage.ts'
import { places } from './manifest.ts'

/** A file of a backup: size in bytes, time in ms; without a hash where it was left in the bucket. */
export interface Listed {
  key: string
  size: number
  modified: number
  sha256: string
}

export function lineOf({ key, size, modified, sha256 }: Listed): string {
  return `${JSON.stringify([key, size, modified, sha256])}\n`
}

/** The files of a backup, by key in the order of bytes. */
export async function* readList(folder: string): AsyncGenerator<Listed> {
  const text = createReadStream(places.list(folder)).on('error', () => {})
  for await (const line of createInterface({ input: text.pipe(createGunzip()) })) {
    const [key, size, modified, sha256] = JSON.parse(line) as [string, number, number, string]
    yield { key: checkKey(key), size, modified, sha256 }
  }
}

/** Goes along an older list while a newer one is being made. */
export function alongside(folder: string | undefined): (key: string) => Promise<Listed | undefined> {
  const list = folder ? readList(folder) : undefined
  let next: Listed | undefined
  let isOver = list === undefined
  return async (key) => {
    while (!isOver && (!next || next.key < key)) {
      const { value, done } = await list!.next()
      next = value as Listed | undefined
      isOver = done === true
    }
    return next?.key === key ? next : undefined
  }
}
