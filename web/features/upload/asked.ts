import { CallError } from '#web/api/call.ts'

let asked = ''

/** Sends texts; what the server asked back about them once is meant when the same texts are sent again. */
export async function asking<Answer>(
  texts: string[],
  send: (anyway: true | undefined) => Promise<Answer>,
): Promise<Answer> {
  const these = texts.join('\0')
  try {
    return await send(asked === these ? true : undefined)
  } catch (thrown) {
    if (thrown instanceof CallError && thrown.code.endsWith('_ask')) asked = these
    throw thrown
  }
}
