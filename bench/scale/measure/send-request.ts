import { type Agent, request as httpRequest } from 'node:http'

export interface HttpOperation {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request and reads the whole response without storing it. */
export function sendRequest(
  url: string,
  { method, path, headers = {}, body }: HttpOperation,
  agent: Agent,
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, url), { method, headers, agent }, (response) => {
      let bytes = 0
      response
        .on('data', (part: Buffer) => (bytes += part.length))
        .on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
        .on('error', reject)
    })
    request.on('error', reject).end(body)
  })
}
