import type { RefusalCode } from '#contract/refusals.ts'
import { CallError } from '#web/api/call.ts'

/** Was the token of a mailed link refused: with the code for spent ones, or because it cannot be a token at all? */
export function isBrokenLink(thrown: unknown, spent: RefusalCode): boolean {
  return thrown instanceof CallError && [spent, 'invalid_input'].includes(thrown.code)
}
