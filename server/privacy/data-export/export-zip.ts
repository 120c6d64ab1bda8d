import { Readable } from 'node:stream'
import yazl from 'yazl'
import { createExportReadme } from './export-readme.ts'
import { listExportedMedia } from './exported-media.ts'
import { dataExportFiles } from './data-export-files.ts'
import { streamRowsAsJson } from './json-rows.ts'

/**
 * Streams a user's data as one ZIP file. Only one file is open at a time, and only one chunk of a table or
 * video is in memory. Archives above 4 GB use ZIP64.
 */
export async function createExportZip(userId: string): Promise<Readable> {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  const add = (name: string, compress: boolean, open: () => AsyncIterable<Uint8Array | string>) =>
    zip.addReadStreamLazy(name, { compress }, (give) =>
      give(null, Readable.from(open(), { objectMode: false })),
    )
  zip.addBuffer(Buffer.from(createExportReadme()), 'README.txt')
  for (const { file, rows } of dataExportFiles)
    add(`${file}.json`, true, () => streamRowsAsJson(rows(userId)))
  for await (const { name, open } of listExportedMedia(userId)) add(name, false, open)
  zip.end()
  return out
}
