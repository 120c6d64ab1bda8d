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
    const [, id] = /\?(?:.*&)?uploadId=([0-9a-f]+)/.exec(request.url!) ?? []
    const parts = join(directory, 'films/._S3rver_uploads', id ?? '')
    if (request.method === 'GET' && id) return void listParts(parts, response)
    if (request.method === 'DELETE' && id) return void abortParts(parts, response)
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

/**
 * Forwards a request when its body is complete. If a connection broke in the middle of an upload, s3rver would keep a
 * part of the object, and could not list its folder any more.
 */
function proxyRequest(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request
  const body: Buffer[] = []
  request.on('data', (bytes: Buffer) => body.push(bytes))
  request.on('end', () => {
    const onward = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end(Buffer.concat(body))
  })
}
