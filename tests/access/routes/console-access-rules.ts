import {
  type FixtureActor,
  type FixtureItemKey,
  fixtureItemKeys,
} from '#tests/support/access-fixtures/fixture-types.ts'
import type { ExpectedAccess } from './expected-access.ts'
import {
  createAccessTestExemption,
  createItemAccessRule,
  type RouteAccessRule,
  type StaffAccessRule,
} from './route-access-rule.ts'

/** The admin can act on every item that is not deleted. */
const existingItems = Object.fromEntries(
  fixtureItemKeys.map((name) => [
    name,
    name === 'deleted' || name === 'never' ? [] : ['admin' as FixtureActor],
  ]),
) as Record<FixtureItemKey, FixtureActor[]> satisfies ExpectedAccess<FixtureItemKey>

const forAdmins = (path: string): StaffAccessRule => ({
  about: 'desk',
  allowed: ['admin'] satisfies FixtureActor[],
  path,
})

/** These endpoints name no item and no member. Each role is tested with each of them. */
const testedByRole = createAccessTestExemption(
  'exists only for some staff roles (console-section-access.test.ts)',
)

/** Access rules for the sections of the admin console. */
export const consoleAccessRules: Record<string, RouteAccessRule> = {
  'GET /api/admin/content': forAdmins('/api/admin/content?limit=100'),
  'POST /api/admin/content/{id}/reprocess': createItemAccessRule({
    allowed: existingItems,
    expected: 202,
    missing: 'not_found',
    consumesResource: true,
    forbiddenError: (_, name) => (name === 'not_ready' ? 'reprocess_refused' : undefined),
    send: ({ id }) => [`/api/admin/content/${id}/reprocess`, { method: 'POST' }],
  }),
  'POST /api/admin/content/{id}/case': createItemAccessRule({
    allowed: existingItems,
    expected: 201,
    missing: 'not_found',
    consumesResource: true,
    send: ({ id }) => [`/api/admin/content/${id}/case`, { method: 'POST' }],
  }),
  'GET /api/admin/jobs': forAdmins('/api/admin/jobs'),
  'POST /api/admin/jobs/{name}/{id}/retry': testedByRole,
  'DELETE /api/admin/jobs/{name}/{id}': testedByRole,
  'GET /api/admin/storage': forAdmins('/api/admin/storage'),
  'POST /api/admin/storage/measurement': testedByRole,
  'POST /api/admin/storage/check': testedByRole,
  'GET /api/admin/storage/check': forAdmins('/api/admin/storage/check'),
  'GET /api/admin/contact': forAdmins('/api/admin/contact'),
  'GET /api/admin/contact/{id}': testedByRole,
  'PUT /api/admin/contact/{id}/assignee': testedByRole,
  'POST /api/admin/contact/{id}/replies': testedByRole,
  'PUT /api/admin/contact/{id}/closed': testedByRole,
  'DELETE /api/admin/contact/{id}/closed': testedByRole,
}
