import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { repositoryRoot } from '#tests/support/runner/test-runner.ts'

/** An object of a manifest. */
export interface Manifest {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  [field: string]: unknown
}

/** Reads all objects in deploy/kubernetes/, without the Kustomization. */
export async function readManifests(): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  for await (const path of glob('deploy/kubernetes/*.yaml')) {
    if (basename(path) === 'kustomization.yaml') continue
    for (const document of parseAllDocuments(await readFile(path, 'utf8'), { uniqueKeys: true })) {
      if (document.errors[0]) throw document.errors[0]
      manifests.push({ ...(document.toJS() as Manifest), file: basename(path) })
    }
  }
  return manifests
}

/**
 * Compares manifests with the API of Kubernetes, and returns the differences. kubernetes-types contains the OpenAPI schema
 * of Kubernetes as TypeScript types, so the TypeScript compiler does the comparison. It reports unknown fields, missing
 * fields and wrong types, as `kubectl --validate=strict` does.
 */
export async function validateManifests(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = await mkdtemp(join(repositoryRoot, 'node_modules/.cache-manifests-'))
  try {
    for (const [at, { file: _, ...manifest }] of manifests.entries()) {
      const from = `kubernetes-types/${toTypesFolder(manifest.apiVersion)}`
      await writeFile(
        join(folder, `${at}.ts`),
        `import type { ${manifest.kind} } from '${from}'\nexport const manifest: ${manifest.kind} = ${JSON.stringify(manifest, null, 2)}\n`,
      )
    }
    const files = manifests.map((_, at) => relative(repositoryRoot, join(folder, `${at}.ts`)))
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--pretty', 'false', '--module', 'preserve']
    const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, [...options, ...files], { cwd: repositoryRoot }).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
      .split('\n')
      .filter((line) => /^\S.*error TS/.test(line))
      .map((line) => {
        const [, at, message] = /(\d+)\.ts\(\d+,\d+\): (.*)$/.exec(line) ?? []
        return `${manifests[Number(at)]?.file ?? ''}: ${message ?? line}`
      })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `apps/v1` → `apps/v1`, `v1` → `core/v1`, `networking.k8s.io/v1` → `networking/v1` */
function toTypesFolder(apiVersion: string): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `${group!.replace(/\.k8s\.io$/, '')}/${version}`
}
