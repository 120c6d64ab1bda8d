import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { ResponseOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { callApiWithFetch, parseErrorResponse } from '#web/api/api-client.ts'

/** The API clients of the demo's accounts, by username. */
export type DemoApiClients = ReadonlyMap<string, Pick<DemoApiClient, 'call'>>

/** An HTTP client for the site's API. The client keeps cookies, as a browser does. */
export class DemoApiClient {
  readonly url: string
  private readonly userAgent: string
  private readonly cookies = new Map<string, string>()

  constructor(url: string, userAgent = 'Demo') {
    this.url = url
    this.userAgent = userAgent
  }

  /** Calls an endpoint. Throws ApiCallError if the response is an error. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ResponseOf<E>> {
    return callApiWithFetch((path, init) => this.fetch(path, init), endpoint, input)
  }

  /** Sends an image as the body of a request. */
  async sendPicture(path: string, picture: Buffer): Promise<void> {
    const headers = { 'content-type': 'image/png' }
    await this.sure(this.fetch(path, { method: 'PUT', headers, body: new Uint8Array(picture) }))
  }

  /** Sends text as the body of a request. */
  async sendText(path: string, text: string): Promise<void> {
    await this.sure(this.fetch(path, { method: 'POST', headers: { 'content-type': 'text/vtt' }, body: text }))
  }

  /** Sends JSON to an endpoint whose handler parses the request body itself. */
  async sendJson(path: string, body: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await this.sure(this.fetch(path, { method: 'PUT', headers, body: JSON.stringify(body) }))
  }

  /** Sends a file as multipart/form-data, as the API requires. */
  async sendVideo(path: string, file: string): Promise<void> {
    const form = new FormData()
    form.set('file', await openAsBlob(file, { type: 'video/mp4' }), basename(file))
    await this.sure(this.fetch(path, { method: 'POST', body: form }))
  }

  /** Sends a chunk of a broadcast. */
  async sendChunk(path: string, chunk: Buffer): Promise<void> {
    const headers = { 'content-type': 'video/x-matroska' }
    await this.sure(this.fetch(path, { method: 'POST', headers, body: new Uint8Array(chunk) }))
  }

  private async sure(asked: Promise<Response>): Promise<void> {
    const response = await asked
    if (!response.ok) throw await parseErrorResponse(response)
    await response.arrayBuffer()
  }

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('user-agent', this.userAgent)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(path, this.url), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name) this.cookies.set(name, value ?? '')
    }
    return response
  }
}
