import { ApiCallError } from '#web/api/api-client.ts'

/**
 * Titles and other strings that the API accepts only after the user has confirmed them. Several uploads in a
 * queue can be waiting for a confirmation at the same time.
 */
const confirmedTexts = new Set<string>()

/**
 * Sends user-written text, for example a title, to the API. If the API asks for a confirmation, the user
 * confirms the text by submitting it again.
 */
export async function submitWithTextWarningPrompt<Answer>(
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
