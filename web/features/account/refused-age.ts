import { declareAge } from '#contract/accounts.ts'
import { fieldOf } from '#contract/refusals.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'
import type { Wrong } from './form-answer.ts'

/** Whether this age may join says the server alone: where it is set up so, it keeps a no for a day. */
export async function refusedAge(
  args: Parameters<typeof apiOf>[0],
  age: number | undefined,
): Promise<Wrong | null> {
  try {
    await apiOf(args)(declareAge, { body: { age: Number.isInteger(age) ? age! : null } })
    return null
  } catch (thrown) {
    if (!(thrown instanceof CallError) || fieldOf(thrown.code) !== 'age') throw thrown
    const { code, title, detail } = thrown
    return { code, title, detail, field: 'age' }
  }
}
