import { db } from '#server/platform/db/db.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** Signs up an adult with a confirmed email address, and gives the adult this staff role. */
export async function signUpStaff(
  testApp: TestApp,
  name: string,
  role: 'moderator' | 'safety_lead' | 'admin',
): Promise<TestUser> {
  const person = await testApp.signUpMember(name, 19)
  await db.updateTable('users').set({ role, email_verified: true }).where('id', '=', person.id).execute()
  return person
}
