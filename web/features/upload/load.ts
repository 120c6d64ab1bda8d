import { deleteContent } from '#contract/content.ts'
import { maxBytes } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import type { Order } from './announce.ts'
import { letGo } from './let-go.ts'
import { dropKept, keptFile } from './prepare/kept.ts'
import { prepare } from './prepare/prepare.ts'
import { rememberedFor } from './remembered.ts'
import { patchCurrent } from './state.ts'

/** The bytes that leave this device. */
export interface Load {
  file: File
  name: string
  /** Where they wait, when they were prepared. */
  kept: string | undefined
  /** Encoded anew, not only copied. */
  smaller: boolean
}

/** Prepared, and nobody remembers it yet: should announcing fail, the next try need not prepare again. */
let unclaimed: { from: File; wanted: boolean; load: Load } | null = null

/** What was prepared before, what is prepared now, or the file as it is. */
export async function loadOf(order: Order, signal: AbortSignal): Promise<Load> {
  const { file, smaller, unfinished } = order
  if (unfinished) {
    const { kept, name } = unfinished
    return { file: kept ?? file, name, kept: kept?.name, smaller: false }
  }
  if (unclaimed?.from === file && unclaimed.wanted === smaller) return unclaimed.load
  dropLoad()
  await giveUpLost(order)
  const load = await make(order, signal)
  if (load.kept && signal.aborted) await dropKept(load.kept)
  else if (load.kept) unclaimed = { from: file, wanted: smaller, load }
  return load
}

/** It belongs to an upload now. */
export function forgetLoad() {
  unclaimed = null
}

/** Nobody wants it any more. */
export function dropLoad() {
  if (unclaimed?.load.kept) void dropKept(unclaimed.load.kept)
  unclaimed = null
}

async function make({ file, smaller, details }: Order, signal: AbortSignal): Promise<Load> {
  const asItIs = { file, name: file.name, kept: undefined, smaller: false }
  const onProgress = (done: number) =>
    signal.aborted || patchCurrent({ phase: 'transcoding', prepared: done })
  const made = await prepare({ file, smaller, signal, onProgress })
  if (!made) return asItIs
  // A copy may be a little larger, and must not be refused for it.
  if (made.file.size > maxBytes(details.type)) {
    await dropKept(made.key)
    return asItIs
  }
  return { file: made.file, name: renamed(file.name, made.extension), kept: made.key, smaller: made.smaller }
}

/** This very file was on its way, but the browser has dropped what was prepared: that upload can never be finished. */
async function giveUpLost({ owner, file }: Order) {
  const lost = rememberedFor(owner, file)
  if (!lost?.kept || (await keptFile(lost.kept))) return
  letGo(lost.contentId)
  await call(deleteContent, { params: { id: lost.contentId } }).catch(() => undefined)
}

function renamed(name: string, extension: string): string {
  return `${name.slice(0, name.lastIndexOf('.'))}.${extension}`
}
