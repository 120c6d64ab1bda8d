import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createTransport } from 'nodemailer'
import { config } from '#server/platform/config.ts'
import { addRequireTlsToSmtpUrl } from '#server/platform/email.ts'
import { isPrivateAddress } from '#server/platform/http/client-address.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const timeoutMs = 8000

/** Checks that the mail server accepts connections and the credentials. Sends no email. */
export async function checkEmail(): Promise<Finding[]> {
  if (!config.smtpUrl) {
    const text = 'No mail server is configured, so emails are only stored in the data folder.'
    const advice = 'Set SMTP_URL. Without it, nobody can confirm an address or reset a password.'
    return [(config.isLocal ? warning : problem)('email', text, advice)]
  }
  const url = addRequireTlsToSmtpUrl(config.smtpUrl)
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits })
  try {
    await transport.verify()
    return [ok('email', 'The mail server accepts the connection.')]
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const advice =
      code === 'EAUTH'
        ? 'Check the user name and the password in SMTP_URL.'
        : code === 'ETLS' || /STARTTLS|certificate/i.test(message)
          ? 'Use a mail server that offers TLS with a valid certificate, or smtps:// with the right port.'
          : 'Check the host and the port in SMTP_URL, and that no firewall blocks them.'
    return [problem('email', `The mail server cannot be used: ${message}`, advice)]
  } finally {
    transport.close()
  }
}

/** A certificate that expires sooner than this should have been renewed already. */
const minCertificateDays = 14

/** Checks that the public address leads to this site, with a valid certificate and a correctly configured proxy. */
export async function checkPublicAddress(): Promise<Finding[]> {
  if (config.isLocal) return []
  try {
    const health = await get('/healthz')
    if (health.text !== 'ok\n')
      return [
        problem(
          'address',
          `${config.publicUrl} does not lead to this site (status ${health.status}).`,
          'Start the site, and check the reverse proxy and the DNS record.',
        ),
      ]
    const found = [...checkCertificate(health.certificateEnd), ...(await checkProxy())]
    return found.length > 0 ? found : [ok('address', `${config.publicUrl} leads to this site.`)]
  } catch (error) {
    return [toAddressProblem(error as Error & { code?: string })]
  }
}

function checkCertificate(end: Date | undefined): Finding[] {
  if (!end) return []
  const days = (end.getTime() - Date.now()) / 86_400_000
  if (days > minCertificateDays) return []
  const text = `The TLS certificate expires in ${Math.max(0, Math.floor(days))} days.`
  return [warning('address', text, 'Check why the certificate is not renewed automatically.')]
}

/** An address that is reserved for documentation. A visitor could send it to hide their own address. */
export const forgedAddress = '192.0.2.77'

/** Sends a forged header through the proxy, and asks the site which address it sees. */
async function checkProxy(): Promise<Finding[]> {
  const { text, status, localAddress } = await get('/healthz/client', { 'x-forwarded-for': forgedAddress })
  const seen = text.trim()
  return status === 200 && isIP(seen) ? judgeProxy(seen, localAddress) : []
}

/**
 * Judges the reverse proxy by the address that the site saw for a request with a forged X-Forwarded-For. If this
 * machine reaches the proxy over a private network, its own address may be trusted, so nothing can be concluded.
 */
export function judgeProxy(seen: string, localAddress: string): Finding[] {
  if (isPrivateAddress(localAddress)) return []
  if (seen === forgedAddress)
    return [
      problem(
        'proxy',
        'The site believes addresses that visitors send in X-Forwarded-For.',
        'Configure the reverse proxy to replace or extend X-Forwarded-For, and list only its address in TRUST_PROXY.',
      ),
    ]
  if (isPrivateAddress(seen))
    return [
      problem(
        'proxy',
        `The site sees all visitors under the address ${seen} of the reverse proxy.`,
        'Configure the reverse proxy to send X-Forwarded-For, and add its address to TRUST_PROXY.',
      ),
    ]
  return []
}

interface PublicResponse {
  status: number
  text: string
  certificateEnd: Date | undefined
  /** The address from which this machine reached the site. */
  localAddress: string
}

function get(path: string, headers: Record<string, string> = {}): Promise<PublicResponse> {
  const url = new URL(path, config.publicUrl)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, timeout: timeoutMs, agent: false }, (response) => {
      readResponse(response).then(resolve, reject)
    })
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${timeoutMs / 1000} s`)))
    sent.on('error', reject)
    sent.end()
  })
}

async function readResponse(response: IncomingMessage): Promise<PublicResponse> {
  const socket = response.socket as Partial<TLSSocket> & IncomingMessage['socket']
  const certificate = socket.getPeerCertificate?.()
  const localAddress = socket.localAddress ?? ''
  let text = ''
  for await (const part of response.setEncoding('utf8')) if (text.length < 1000) text += String(part)
  return {
    status: response.statusCode!,
    text,
    certificateEnd: certificate?.valid_to ? new Date(certificate.valid_to) : undefined,
    localAddress,
  }
}

/** What to do about connection errors, by their code. */
const adviceByCode: Record<string, string> = {
  ENOTFOUND: 'Create a DNS record for the host name in PUBLIC_URL, or correct the name.',
  EAI_AGAIN: 'Check the DNS servers of this machine.',
  ECONNREFUSED: 'Start the reverse proxy, and open its port in the firewall.',
  CERT_HAS_EXPIRED: 'Renew the TLS certificate, and check why it was not renewed automatically.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use a certificate for the host name in PUBLIC_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Use a certificate that browsers trust, for example from Let’s Encrypt.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Use a certificate that browsers trust, for example from Let’s Encrypt.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Configure the reverse proxy to send the whole certificate chain.',
}

function toAddressProblem({ code, message }: Error & { code?: string }): Finding {
  const advice = adviceByCode[code ?? ''] ?? 'Check the reverse proxy, the firewall and the DNS record.'
  return problem('address', `${config.publicUrl} cannot be reached from this machine: ${message}`, advice)
}
