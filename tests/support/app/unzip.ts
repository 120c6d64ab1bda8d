import { promisify } from 'node:util'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

const read = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer)

/**
 * Returns the decompressed files of a ZIP archive, keyed by file name. Throws if the size of a decompressed
 * file differs from the size that the archive declares.
 */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const zip = await read(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true })
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
  const files = new Map<string, Buffer>()
  const ended = new Promise((resolve, reject) => zip.on('end', resolve).on('error', reject))
  zip.on('entry', async (entry: Entry) => {
    const chunks = await Array.fromAsync((await open(entry)) as AsyncIterable<Buffer>)
    files.set(entry.fileName, Buffer.concat(chunks))
    zip.readEntry()
  })
  zip.readEntry()
  await ended
  return files
}
