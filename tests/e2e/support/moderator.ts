import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { signIn } from '#contract/accounts.ts'
import { confirmEmail } from '#contract/sign-in.ts'
import { joined, type Visitor } from '../../media/member.ts'
import { letterTo, linkIn } from '../../support/letters.ts'
import type { NewSite } from '../../support/new-site.ts'
import { password } from './site.ts'

const admin = join(import.meta.dirname, '../../../bin/admin.ts')

/** A new member whose address is confirmed and whom the command line makes a moderator, signed in again. */
export async function moderatorAt(server: NewSite, name: string): Promise<Visitor> {
  const email = `${name}@example.com`
  const member = await joined(server.url, name, 19)
  const link = linkIn(await letterTo(server, email, 'Confirm'))
  await member.call(confirmEmail, { body: { token: link.searchParams.get('token')!, password } })
  const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl }
  await promisify(execFile)(process.execPath, [admin, 'make-moderator', email], { env })
  // Rights begin with a new session.
  await member.call(signIn, { body: { email, password } })
  return member
}
