import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { signIn } from '#contract/accounts/accounts.ts'
import { confirmEmail } from '#contract/auth/sign-in.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup } from '#contract/auth/two-factor.ts'
import { signUpOverHttp, type HttpTestClient } from '../clients/http-test-client.ts'
import { computeTotpCode } from '../clients/totp.ts'
import { waitForEmail, extractFirstLink } from '../app/sent-emails.ts'
import type { TestSite } from '../processes/test-site.ts'
import { testPassword } from './browser-test.ts'

const admin = join(import.meta.dirname, '../../../bin/admin.ts')

/**
 * Creates a member with a confirmed email address, makes the member a moderator from the command line, and
 * signs the member in again, and sets up a second factor.
 */
export async function createModerator(server: TestSite, name: string): Promise<HttpTestClient> {
  const email = `${name}@example.com`
  const member = await signUpOverHttp(server.url, name, 19)
  const link = extractFirstLink(await waitForEmail(server, email, 'Confirm'))
  await member.call(confirmEmail, {
    body: { token: link.searchParams.get('token')!, password: testPassword },
  })
  const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl }
  await promisify(execFile)(process.execPath, [admin, 'make-moderator', email], { env })
  // A role change takes effect only in a new session.
  await member.call(signIn, { body: { email, password: testPassword } })
  const { secret } = await member.call(beginTwoFactorSetup, { body: {} })
  await member.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret) } })
  return member
}
