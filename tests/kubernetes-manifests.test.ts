/*
 * Compares deploy/kubernetes/ with the schemas of Kubernetes, and checks that the objects fit together and to the server.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import test from 'node:test'
import { parse } from 'yaml'
import { type Manifest, readManifests, validateManifests } from '#tests/support/kubernetes/manifests.ts'

interface Probe {
  httpGet: { path: string; port: string }
  periodSeconds: number
  failureThreshold?: number
}
interface Container {
  image: string
  args?: string[]
  env?: { name: string; value: string }[]
  envFrom: ({ configMapRef: { name: string } } | { secretRef: { name: string } })[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  lifecycle?: { preStop: { exec: { command: string[] } } }
  securityContext: object
  volumeMounts: { name: string; mountPath: string }[]
}
interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    securityContext: { seccompProfile: { type: string }; runAsNonRoot: boolean; runAsUser: number }
    automountServiceAccountToken: boolean
    terminationGracePeriodSeconds?: number
    containers: [Container]
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[]
  }
}
interface Workload {
  selector: { matchLabels: Record<string, string> }
  template: Pod
}

const manifests = await readManifests()
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind)
const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)
const deployments = ofKind('Deployment').map(({ metadata, spec }) => ({
  name: metadata.name,
  ...(spec as Workload),
}))
const backup = (find('CronJob', 'backup')!['spec'] as { jobTemplate: { spec: { template: Pod } } })
  .jobTemplate.spec
const pods = [...deployments.map(({ template }) => template), backup.template]
const podLabels = pods.map(({ metadata }) => metadata.labels)
const selects = (selector: Record<string, string>) =>
  podLabels.some((labels) => Object.entries(selector).every(([key, value]) => labels[key] === value))

test('every object follows the schema of its kind', async () => {
  assert.ok(manifests.length >= 14, String(manifests.length))
  assert.deepEqual(await validateManifests(manifests), [])
})

test('misspelled fields, wrong types, missing fields and unknown kinds are found', async () => {
  const change = (edit: (deployment: { kind: string; spec: Workload & { replicas?: unknown } }) => void) => {
    const copy = structuredClone(find('Deployment', 'worker')!) as unknown as { kind: string; spec: Workload }
    edit(copy)
    return copy as unknown as Manifest
  }
  const differences = await validateManifests([
    change(({ spec }) => Object.assign(spec.template.spec.containers[0], { redinessProbe: {} })),
    change(({ spec }) => (spec.replicas = 'two')),
    change(({ spec }) => delete (spec as Partial<Workload>).selector),
    change((deployment) => (deployment.kind = 'Deploymnet')),
  ])
  assert.equal(differences.length, 4, differences.join('\n'))
  for (const [at, word] of ['redinessProbe', 'replicas|string', 'selector', 'Deploymnet'].entries())
    assert.match(differences[at]!, new RegExp(word))
})

test('the Kustomization contains every file except the example of the secret', async () => {
  const kustomization = parse(await readFile('deploy/kubernetes/kustomization.yaml', 'utf8')) as {
    namespace: string
    resources: string[]
    images: { name: string }[]
  }
  const files = (await readdir('deploy/kubernetes')).filter(
    (name) => !['kustomization.yaml', 'secret.example.yaml'].includes(name),
  )
  assert.deepEqual(kustomization.resources.toSorted(), files.toSorted())
  assert.ok(find('Namespace', kustomization.namespace))
  for (const { spec } of pods) assert.equal(spec.containers[0].image, kustomization.images[0]!.name)
})

test('every variable is a setting of the server, and the example contains no secret', async () => {
  const known = await readFile('server/platform/settings/settings.ts', 'utf8')
  const settings = find('ConfigMap', 'afterbell-settings')!['data'] as Record<string, string>
  const secrets = find('Secret', 'afterbell-secrets')!['stringData'] as Record<string, string>
  const roles = pods.flatMap(({ spec }) => spec.containers[0].env ?? [])
  for (const name of [...Object.keys({ ...settings, ...secrets }), ...roles.map((one) => one.name)])
    assert.match(known, new RegExp(`^ {2}${name}:`, 'm'), name)
  assert.deepEqual(roles.map(({ value }) => value).toSorted(), ['web', 'worker'])
  for (const value of Object.values(secrets)) assert.match(value, /change-me/)
  assert.equal(settings['SANDBOX'], undefined)
})

test('selectors, names and ports refer to objects that exist', () => {
  for (const { name, selector, template } of deployments)
    assert.deepEqual({ ...selector.matchLabels }, template.metadata.labels, name)
  for (const { metadata, spec } of [
    ...ofKind('Service'),
    ...ofKind('PodDisruptionBudget'),
    ...ofKind('NetworkPolicy'),
  ]) {
    if (metadata.name === 'metrics-not-public') continue // selects nothing on purpose
    const { selector, podSelector } = spec as {
      selector?: Record<string, string> & { matchLabels?: Record<string, string> }
      podSelector?: { matchLabels: Record<string, string> }
    }
    assert.ok(selects(podSelector?.matchLabels ?? selector?.matchLabels ?? selector!), metadata.name)
  }
  for (const { spec } of ofKind('HorizontalPodAutoscaler')) {
    const { kind, name } = (spec as { scaleTargetRef: { kind: string; name: string } }).scaleTargetRef
    assert.ok(find(kind, name))
  }
  const services = [...JSON.stringify(ofKind('Ingress')).matchAll(/"service":\{"name":"([^"]+)"/g)]
  assert.ok(services.length > 0)
  for (const [, name] of services) assert.ok(find('Service', name!), name!)
  for (const { spec } of pods) {
    for (const source of spec.containers[0].envFrom)
      assert.ok(
        'secretRef' in source
          ? find('Secret', source.secretRef.name)
          : find('ConfigMap', source.configMapRef.name),
      )
    for (const { name, persistentVolumeClaim } of spec.volumes) {
      assert.ok(
        spec.containers[0].volumeMounts.some((mount) => mount.name === name),
        name,
      )
      if (persistentVolumeClaim) assert.ok(find('PersistentVolumeClaim', persistentVolumeClaim.claimName))
    }
  }
})

test('no pod is root or has a capability, and only pods that decode media turn off the seccomp profile', () => {
  for (const { metadata, spec } of pods) {
    const isBackup = metadata.labels['app.kubernetes.io/component'] === 'backup'
    const { seccompProfile, runAsNonRoot, runAsUser } = spec.securityContext
    assert.deepEqual(
      [seccompProfile.type, runAsNonRoot, runAsUser],
      [isBackup ? 'RuntimeDefault' : 'Unconfined', true, 1000],
    )
    assert.deepEqual(spec.containers[0].securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.equal(spec.automountServiceAccountToken, false)
    const writable = spec.containers[0].volumeMounts.map(({ mountPath }) => mountPath)
    for (const path of ['/data', '/tmp']) assert.ok(writable.includes(path), path)
  }
})

test('pods have the right probes, and enough time to start and to stop', async () => {
  const stopSeconds = Number(
    /process\.exit\(code \|\| 1\), (\d+)_000\)/.exec(await readFile('server/start.ts', 'utf8'))![1],
  )
  for (const { name, template } of deployments) {
    const { containers, terminationGracePeriodSeconds = 0 } = template.spec
    const { ports, startupProbe, readinessProbe, livenessProbe, lifecycle } = containers[0]
    const wait = Number(lifecycle?.preStop.exec.command[1] ?? 0)
    assert.ok(terminationGracePeriodSeconds >= stopSeconds + wait + 5, name)
    assert.ok(
      startupProbe!.periodSeconds * startupProbe!.failureThreshold! >= 1800,
      'a migration may take long',
    )
    assert.equal(readinessProbe!.httpGet.path, '/readyz')
    for (const probe of [startupProbe!, livenessProbe!]) assert.equal(probe.httpGet.path, '/healthz')
    for (const { httpGet } of [startupProbe!, readinessProbe!, livenessProbe!])
      assert.ok(ports!.some((port) => port.name === httpGet.port))
  }
})
