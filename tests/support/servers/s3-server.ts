import { readFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
// @ts-expect-error -- the package has no types
import S3rver from 's3rver'

/** An S3-compatible server with one empty bucket. */
export interface S3Server {
  port: number
  /** The folder with the objects of the bucket. */
  folder: string
  close(): Promise<void>
}

/** Returns the settings for a bucket on the local S3 server at this port. */
export function createLocalS3Settings(port: number): Record<string, string> {
  return {
    S3_BUCKET: 'films',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** Starts an S3 server for all tests of a test file, and closes the server after the last test. */
export async function startS3ServerForSuite(): Promise<S3Server> {
  const opened = await startS3Server()
  after(opened.close)
  return opened
}

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'afterbell-bucket-'))
  const inner = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'films' }] })
  const { port } = await inner.run()
  const outer = createServer((request, response) => {
    const query = new URL(request.url!, 'http://localhost').searchParams
    const id = query.get('uploadId')
    const parts = join(directory, 'films/._S3rver_uploads', id ?? '')
    if (request.method === 'GET' && id) return void listParts(parts, response)
    if (request.method === 'DELETE' && id) return void abortParts(parts, response)
    if (request.method === 'GET' && query.has('list-type'))
      return void listObjects(join(directory, 'films'), query, response)
    proxyRequest(port, request, response)
  })
  await new Promise<void>((listening) => outer.listen(0, '127.0.0.1', listening))
  const close = async () => {
    outer.close()
    outer.closeAllConnections()
    await inner.close()
    await rm(directory, { recursive: true, force: true })
  }
  return { port: (outer.address() as AddressInfo).port, folder: join(directory, 'films'), close }
}

/**
 * The S3 server (s3rver) supports neither ListParts nor AbortMultipartUpload, so both operations are emulated
 * with the parts on disk.
 */
async function listParts(folder: string, response: ServerResponse): Promise<void> {
  const names = await readdir(folder).catch(() => null)
  if (!names) return noSuchUpload(response)
  response.setHeader('content-type', 'application/xml')
  let parts = ''
  for (const name of names.filter((one) => /^\d+$/.test(one))) {
    const { size } = await stat(join(folder, name))
    const md5 = await readFile(join(folder, `${name}.md5`), 'utf8')
    parts += `<Part><PartNumber>${name}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`
  }
  response.end(`<ListPartsResult><IsTruncated>false</IsTruncated>${parts}</ListPartsResult>`)
}

async function abortParts(folder: string, response: ServerResponse): Promise<void> {
  if (!(await readdir(folder).catch(() => null))) return noSuchUpload(response)
  await rm(folder, { recursive: true })
  response.writeHead(204).end()
}

function noSuchUpload(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/xml' })
  response.end('<Error><Code>NoSuchUpload</Code></Error>')
}

const objectSuffix = '._S3rver_object'

/**
 * s3rver cannot list more than 1,000 objects, because it encrypts its continuation tokens with a cipher that OpenSSL no
 * longer supports. Here, the continuation token is the last key of the page.
 */
async function listObjects(folder: string, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const startAfter = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const names = await readdir(folder, { recursive: true })
  const keys = names
    .filter((name) => name.endsWith(objectSuffix))
    .map((name) => name.slice(0, -objectSuffix.length))
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > startAfter)
    .toSorted()
  const page = keys.slice(0, Number(query.get('max-keys') ?? 1000))
  const objects = await Promise.all(page.map((key) => describeObject(folder, key)))
  const next =
    page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  response.setHeader('content-type', 'application/xml')
  response.end(
    `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${objects.join('')}</ListBucketResult>`,
  )
}

/** Returns an object as XML, or an empty text if the object has been deleted since its folder was read. */
async function describeObject(folder: string, key: string): Promise<string> {
  const found = await stat(join(folder, key + objectSuffix)).catch(() => null)
  if (!found) return ''
  const modified = found.mtime.toISOString()
  return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${found.size}</Size></Contents>`
}

function proxyRequest(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request
  const onward = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
