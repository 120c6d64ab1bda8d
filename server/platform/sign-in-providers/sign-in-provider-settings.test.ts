import assert from 'node:assert/strict'
import test from 'node:test'
import { readConfig } from '../config.ts'

const school = {
  OIDC_PROVIDERS: 'school',
  OIDC_SCHOOL_ISSUER: 'https://login.school.example/realms/school',
  OIDC_SCHOOL_CLIENT_ID: 'afterbell',
  OIDC_SCHOOL_CLIENT_SECRET: 'of-the-client',
}

test('reads the settings of several OpenID Connect providers', () => {
  const { signInProviders } = readConfig({
    ...school,
    OIDC_PROVIDERS: 'school, lab',
    OIDC_SCHOOL_NAME: 'Example School',
    OIDC_SCHOOL_ROLE_GROUPS: '/staff/moderators=moderator, cn=heads=safety_lead,it=admin',
    OIDC_LAB_ISSUER: 'http://localhost:8080',
    OIDC_LAB_CLIENT_ID: 'a',
    OIDC_LAB_CLIENT_SECRET: 'b',
    OIDC_LAB_ALLOW_SIGN_UP: 'off',
    OIDC_LAB_SCOPES: 'openid,email',
    OIDC_LAB_AGE_CLAIM: 'age',
  })
  assert.deepEqual(signInProviders[0], {
    id: 'school',
    name: 'Example School',
    issuer: school.OIDC_SCHOOL_ISSUER,
    clientId: 'afterbell',
    clientSecret: 'of-the-client',
    scopes: 'openid email profile',
    groupsClaim: 'groups',
    roleGroups: [
      { group: '/staff/moderators', role: 'moderator' },
      { group: 'cn=heads', role: 'safety_lead' },
      { group: 'it', role: 'admin' },
    ],
    ageClaim: undefined,
    emailVerifiedClaim: 'email_verified',
    allowsSignUp: true,
  })
  const { name, scopes, allowsSignUp, ageClaim } = signInProviders[1]!
  assert.deepEqual([name, scopes, allowsSignUp, ageClaim], ['lab', 'openid email', false, 'age'])
  assert.deepEqual(readConfig({}).signInProviders, [])
})

test('an error message names the invalid setting of a provider', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{ OIDC_PROVIDERS: 'School!' }, /^The setting OIDC_PROVIDERS must be a list of ids/],
    [{ OIDC_PROVIDERS: 'passkey' }, /^The setting OIDC_PROVIDERS must not contain passkey/],
    [
      { OIDC_SCHOOL_ISSUER: '' },
      /^The setting OIDC_SCHOOL_ISSUER must be set, because OIDC_PROVIDERS contains/,
    ],
    [{ OIDC_SCHOOL_CLIENT_ID: '' }, /^The setting OIDC_SCHOOL_CLIENT_ID must be set/],
    [{ OIDC_SCHOOL_CLIENT_SECRET: '' }, /^The setting OIDC_SCHOOL_CLIENT_SECRET must be set/],
    [{ OIDC_SCHOOL_ISSUER: 'login.example' }, /^The setting OIDC_SCHOOL_ISSUER must be an https/],
    [{ OIDC_SCHOOL_ISSUER: 'http://login.example' }, /^The setting OIDC_SCHOOL_ISSUER must be an https:/],
    [{ OIDC_SCHOOL_ISSUER: 'https://a.example/?b' }, /^The setting OIDC_SCHOOL_ISSUER must have no query/],
    [{ OIDC_SCHOOL_SCOPES: 'email' }, /^The setting OIDC_SCHOOL_SCOPES must contain openid/],
    [{ OIDC_SCHOOL_ROLE_GROUPS: 'it=owner' }, /^The setting OIDC_SCHOOL_ROLE_GROUPS must be a list/],
    [{ OIDC_SCHOOL_ROLE_GROUPS: 'it' }, /^The setting OIDC_SCHOOL_ROLE_GROUPS must be a list/],
    [{ OIDC_SCHOOL_ALLOW_SIGN_UP: 'maybe' }, /^The setting OIDC_SCHOOL_ALLOW_SIGN_UP is invalid/],
    [{ OIDC_SCHOOL_GROUPS_CLAIM: 'a b' }, /^The setting OIDC_SCHOOL_GROUPS_CLAIM must be the name/],
  ]
  for (const [settings, message] of cases)
    assert.throws(() => readConfig({ ...school, ...settings }), { message }, JSON.stringify(settings))
})
