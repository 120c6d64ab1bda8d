import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaRejectionMessages } from '#media/media-rejection.ts'
import {
  getUploadOutcomeForMediaRejection,
  type HostileFile,
  type UploadOutcome,
} from '#tests/support/hostile-files/hostile-file.ts'

interface Manifest {
  files: { file: string; kind: string; what: string; expect: Expected }[]
}

interface ManifestOutcome {
  code?: number
  status?: number
  title?: string
  detail?: string
  stage?: string
}

type Expected = ManifestOutcome & { either?: ManifestOutcome[]; rule?: string; note?: string }

/** Reads the files of a folder that has a manifest.json, and the outcomes that the manifest expects. */
export async function readHostileCorpus(folder: string): Promise<HostileFile[]> {
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  return files.map(({ file, kind, what, expect }) => {
    const rule = `${expect.rule ?? ''} ${expect.note ?? ''}`
    const [, memory] = /memory under (\d+) MB/.exec(rule) ?? []
    return {
      name: file,
      target: isPicture(file) ? 'picture' : 'video',
      kind,
      what,
      bytes: () => readFile(join(folder, file)),
      outcomes: (expect.either ?? [expect]).map((said) => outcomeOf(said, file)),
      within: Number(/under (\d+) s\b/.exec(rule)?.[1] ?? 5),
      ...(memory && { memory: Number(memory) }),
    }
  })
}

function isPicture(file: string): boolean {
  return /\.(jpe?g|png|webp|gif|svg)$/i.test(file)
}

const stages: Record<string, 'announcing' | 'sending' | 'processing'> = {
  http: 'announcing',
  sniff: 'sending',
  decode: 'sending',
  probe: 'processing',
  transcode: 'processing',
  verify: 'processing',
}

function outcomeOf(
  { code, status, title = '', detail = '', stage = '' }: ManifestOutcome,
  file: string,
): UploadOutcome {
  if (status === 201) return 'kept'
  // The server's error message names the codec, which the manifest does not contain. Take the codec from the
  // file name.
  const [, codec] = /^codec-(\w+)/.exec(file) ?? []
  if (codec && title === mediaRejectionMessages.codec[0])
    return getUploadOutcomeForMediaRejection('codec', codec.toUpperCase())
  if (!code || !title || !detail) throw new Error('an outcome of the manifest is none')
  return { status: code, title, detail, ...(stages[stage] && { when: stages[stage] }) }
}
