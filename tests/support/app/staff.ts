import type { StaffRole } from '#contract/moderation/moderation-policy.ts'
import { db } from '#server/platform/db/db.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** Signs up an adult with a confirmed email address, and gives the adult this staff role. */
export async function signUpStaff(testApp: TestApp, name: string, role: StaffRole): Promise<TestUser> {
  const person = await testApp.signUpMember(name, 19)
  await grantStaffRole(person.id, role)
  return person
}

/**
 * Gives a member this staff role, with a confirmed email address and a second factor. The role takes effect at once, in
 * the sessions that the member already has. The secret is not a real one, so no code matches it.
 */
export async function grantStaffRole(userId: string, role: StaffRole): Promise<void> {
  await db.updateTable('users').set({ role, email_verified: true }).where('id', '=', userId).execute()
  await addSecondFactor(userId)
}

export async function addSecondFactor(userId: string): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret: 'no secret', confirmed_at: new Date() })
    .onConflict((row) => row.column('user_id').doNothing())
    .execute()
}
