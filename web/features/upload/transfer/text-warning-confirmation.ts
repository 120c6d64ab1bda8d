import { ApiCallError } from '#web/api/api-client.ts'

/**
 * The texts for which the API has asked for confirmation. Several uploads in a queue can wait for a
 * confirmation at the same time.
 */
const confirmedTexts = new Set<string>()

/**
 * Sends text to the API, for example a title. If the API asks for confirmation of the text, the user confirms
 * the text by submitting it again.
 */
export async function sendWithTextWarningConfirmation<Answer>(
  texts: string[],
  send: (anyway: true | undefined) => Promise<Answer>,
): Promise<Answer> {
  const joinedTexts = texts.join('\0')
  try {
    return await send(confirmedTexts.has(joinedTexts) ? true : undefined)
  } catch (thrown) {
    if (thrown instanceof ApiCallError && thrown.code.endsWith('_ask')) confirmedTexts.add(joinedTexts)
    throw thrown
  }
}
