import { checkAgeEligibility } from '#contract/accounts/accounts.ts'
import { getApiErrorFormField } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { FormFieldError } from '../forms/account-form-handling.ts'

/**
 * Asks the server whether a person of this age can sign up. Under the strict safety preset, if the age is
 * rejected, the response sets a cookie that blocks further sign-up attempts for 24 hours.
 */
export async function checkSignUpAge(
  args: Parameters<typeof createApiClientFromContext>[0],
  age: number | undefined,
): Promise<FormFieldError | null> {
  try {
    await createApiClientFromContext(args)(checkAgeEligibility, {
      body: { age: Number.isInteger(age) ? age! : null },
    })
    return null
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError) || getApiErrorFormField(thrown.code) !== 'age') throw thrown
    const { code, title, detail } = thrown
    return { code, title, detail, field: 'age' }
  }
}
