import { ApiCallError } from '#web/api/api-client.ts'

let confirmedTexts = ''

/** Sends texts to the API. If it asks for confirmation once, sending the same texts again confirms them. */
export async function sendWithTextConfirmation<Answer>(
  texts: string[],
  send: (anyway: true | undefined) => Promise<Answer>,
): Promise<Answer> {
  const joinedTexts = texts.join('\0')
  try {
    return await send(confirmedTexts === joinedTexts ? true : undefined)
  } catch (thrown) {
    if (thrown instanceof ApiCallError && thrown.code.endsWith('_ask')) confirmedTexts = joinedTexts
    throw thrown
  }
}
