import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { getTestCredentials, startTestApp, type TestApp } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type ServerProcess, startServerProcess } from '#tests/support/processes/server-process.ts'
import { createAfterbellClient, refreshTokens, signIn } from '../../../client/src/index.ts'

const run = promisify(execFile)
let testApp: TestApp
let server: ServerProcess
before(async () => {
  testApp = await startTestApp()
  const creator = await testApp.signUpMember('client_creator', 18)
  await testApp.signUpMember('client_member', 16)
  await createPublishedVideo(creator, { title: 'Harbour' })
  server = await startServerProcess({
    dataDir: testApp.dataDir,
    env: { DATABASE_URL: testApp.databaseUrl },
  })
})
after(async () => {
  await server.stop()
  await testApp.close()
})

test('the client is generated from the current API', async () => {
  const { stdout } = await run(process.execPath, ['bin/generate-client.ts', '--check'])
  assert.match(stdout, /up to date/)
})

test('the client gets results and errors of a real site', async () => {
  const client = createAfterbellClient({ baseUrl: server.url })
  const { data } = await client.GET('/api/content', { params: { query: { limit: 5 } } })
  assert.deepEqual(
    data?.items.map(({ title, creator }) => [title, creator.username]),
    [['Harbour', 'client_creator']],
  )
  const params = { path: { id: '0198aaaa-0000-7000-8000-000000000000' } }
  const { error, response } = await client.GET('/api/content/{id}', { params })
  assert.equal(error?.error.code, 'content_not_found')
  assert.equal(response.status, 404)
  // @ts-expect-error The types refuse a parameter that the API does not have.
  const refused = await client.GET('/api/content', { params: { query: { colour: 'blue' } } })
  assert.equal(refused.response.status, 422)
})

test('the client signs in, and exchanges its refresh token once', async () => {
  const client = createAfterbellClient({ baseUrl: server.url })
  await assert.rejects(
    signIn(client, { ...getTestCredentials('client_member'), password: 'wrong-password-1' }),
    /\w+: \w+/,
  )
  const tokens = await signIn(client, getTestCredentials('client_member'))
  const later = await refreshTokens(client, tokens.refreshToken)
  assert.notEqual(later.accessToken, tokens.accessToken)
  await assert.rejects(refreshTokens(client, tokens.refreshToken))
})

test('the example program signs in, lists the videos and likes the first one', async () => {
  const { email, password } = getTestCredentials('client_member')
  const { stdout } = await run(process.execPath, ['client/examples/list-videos.ts'], {
    env: {
      ...process.env,
      AFTERBELL_URL: server.url,
      AFTERBELL_EMAIL: email,
      AFTERBELL_PASSWORD: password,
    },
  })
  assert.equal(stdout, 'Harbour by client_creator, 0 likes\nLiked Harbour\n')
})
