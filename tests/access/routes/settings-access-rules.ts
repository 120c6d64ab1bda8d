import {
  createAccessTestExemption,
  createJsonRequestInit,
  type RouteAccessRule,
} from './route-access-rule.ts'

const admins = { about: 'desk', allowed: ['admin'] } as const

/** Access rules for settings and invitations. Safety leads are tested in tests/api/operations/settings-access.test.ts. */
export const settingsAccessRules: Record<string, RouteAccessRule> = {
  'GET /api/admin/settings': { ...admins, path: '/api/admin/settings' },
  'PATCH /api/admin/settings': {
    ...admins,
    path: '/api/admin/settings',
    init: createJsonRequestInit('PATCH', { settings: {} }),
  },
  'GET /api/admin/settings/export': { ...admins, path: '/api/admin/settings/export' },
  'PUT /api/admin/settings/import': {
    ...admins,
    path: '/api/admin/settings/import',
    init: createJsonRequestInit('PUT', { format: 'site-settings-1', settings: {} }),
  },
  'GET /api/admin/invitations': { ...admins, path: '/api/admin/invitations' },
  'POST /api/admin/invitations': {
    ...admins,
    path: '/api/admin/invitations',
    init: createJsonRequestInit('POST', {}),
    expected: 201,
  },
  'DELETE /api/admin/invitations/{id}': createAccessTestExemption(
    'each role is tested with an existing invitation in tests/api/operations/settings-access.test.ts',
  ),
}
