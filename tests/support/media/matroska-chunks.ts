import { readElementHeader } from '#media/live/source/ebml.ts'
import { matroskaIds } from '#media/live/source/matroska-ids.ts'

const containers: number[] = [matroskaIds.segment, matroskaIds.cluster]

/** Cuts a Matroska file into chunks of whole elements, as browsers do. The first chunk contains the header. */
export function splitMatroska(file: Buffer, elementsPerChunk = 20): Uint8Array<ArrayBuffer>[] {
  const elements: Buffer[] = []
  for (let rest = file; rest.length > 0;) {
    const { id, size, headerLength } = readElementHeader(rest)!
    const length = headerLength + (containers.includes(id) ? 0 : size!)
    elements.push(rest.subarray(0, length))
    rest = rest.subarray(length)
  }
  const count = Math.ceil(elements.length / elementsPerChunk)
  return Array.from({ length: count }, (_, n) =>
    Uint8Array.from(Buffer.concat(elements.slice(n * elementsPerChunk, (n + 1) * elementsPerChunk))),
  )
}
