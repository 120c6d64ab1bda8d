/* Validates deploy/compose.yml and runs its services: PostgreSQL, two web servers, two workers and Caddy. */
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { downloadServedFiles } from '#tests/support/media/served-files.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { runProgram } from './container-engine.ts'
import { inspect, podman } from './site-container.ts'

const file = ['--file', 'deploy/compose.yml']
const compose = (...args: string[]) =>
  runProgram('podman-compose', [...file, '--project-name', 'afterbell', ...args])
const url = 'http://127.0.0.1:8080'

after(() => compose('down', '--volumes').catch(() => ''))

test('deploy/compose.yml follows the schema of Compose files', async () => {
  await runProgram('docker-compose', [...file, 'config', '--quiet'])
})

test('the services start, and a video that is uploaded through Caddy is transcoded and can be played', async () => {
  await compose('up', '--detach', '--no-build')
  await waitUntil(
    () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    120,
  ).catch(async (error: Error) => {
    throw new Error(
      `${error.message}\n${await podman('ps', '--all')}\n${await compose('logs').catch(String)}`,
    )
  })
  const forged = { headers: { 'x-forwarded-for': '203.0.113.7' } }
  const address = await (await fetch(`${url}/healthz/client`, forged)).text()
  assert.match(address, /^(172\.30\.83|10\.89\.\d+)\.1\n$/, 'the address of the visitor, not that of Caddy')
  const member = await signUpOverHttp(url, 'bob')
  const { films } = await downloadServedFiles(member.fetch, await publishVideo(member))
  assert.ok(films.length > 0)
  const names = (await podman('ps', '--format', '{{.Names}}')).split('\n')
  assert.equal(names.length, 6, names.join())
  const states = await Promise.all(names.map((name) => inspect(name, '{{.RestartCount}} {{.State.Status}}')))
  console.log(names.map((name, at) => `${name}: ${states[at]}`).join('\n'))
})

test('the site keeps answering while one web server is stopped, and all services stop with exit code 0', async () => {
  const names = (await podman('ps', '--format', '{{.Names}}')).split('\n')
  const find = (service: string) => names.find((name) => name.includes(service))!
  await podman('stop', '--time', '20', find('web-1'))
  for (let times = 0; times < 10; times += 1) assert.equal((await fetch(url)).status, 200)
  for (const service of ['web-2', 'worker-1', 'worker-2']) await podman('stop', '--time', '20', find(service))
  for (const service of ['web-1', 'web-2', 'worker-1', 'worker-2'])
    assert.equal(await inspect(find(service), '{{.State.ExitCode}}'), '0', service)
})
