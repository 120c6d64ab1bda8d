import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/auth/passkeys.ts'

/** Ways in which the simulated passkey or browser can deviate from the correct behavior. */
export interface CeremonyOverrides {
  origin?: string
  rpId?: string
  /** The signature counter that the passkey reports. */
  counter?: number
  /** If true, the passkey does not set the flag that tells the server that the user was verified. */
  unverified?: boolean
  challenge?: string
}

/** A software passkey with a simulated browser: P-256, no attestation (WebAuthn Level 3, section 6). */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url')
  counter = 0
  userHandle = ''
  readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })

  /** Creates a passkey as `navigator.credentials.create` does. */
  create(
    options: z.output<typeof PasskeyCreationOptions>,
    twist: CeremonyOverrides = {},
  ): z.input<typeof PasskeyRegistration> {
    this.userHandle = options.user.id
    const client = clientData('webauthn.create', { challenge: options.challenge, ...twist })
    const id = Buffer.from(this.id, 'base64url')
    const made = Buffer.concat([Buffer.alloc(16), length(id.length), id, this.coseKey()])
    const authData = Buffer.concat([
      this.authenticatorData(options.rp.id, hasNewKey, { counter: this.counter, ...twist }),
      made,
    ])
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ])
    const response = {
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    }
    return { id: this.id, rawId: this.id, type: 'public-key', response }
  }

  /** Signs a sign-in challenge as `navigator.credentials.get` does. */
  get(
    options: z.output<typeof PasskeyRequestOptions>,
    twist: CeremonyOverrides = {},
  ): z.input<typeof PasskeyAssertion> {
    this.counter += 1
    const client = clientData('webauthn.get', { challenge: options.challenge, ...twist })
    const authData = this.authenticatorData(options.rpId, 0, { counter: this.counter, ...twist })
    const signed = createSign('sha256').update(authData).update(sha256(client))
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signed.sign(this.keys.privateKey).toString('base64url'),
      userHandle: this.userHandle,
    }
    return { id: this.id, rawId: this.id, type: 'public-key', response }
  }

  private authenticatorData(
    rpId: string,
    flags: number,
    { rpId: other, counter = 0, unverified }: CeremonyOverrides,
  ) {
    const told = Buffer.alloc(4)
    told.writeUInt32BE(counter)
    const flag = flags | isPresent | (unverified ? 0 : isVerified)
    return Buffer.concat([sha256(other ?? rpId), Buffer.from([flag]), told])
  }

  /** Returns the COSE key (RFC 9053): key type EC2, ES256, P-256. */
  private coseKey(): Buffer {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    return map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x!, 'base64url'))],
      [int(-3), bytes(Buffer.from(y!, 'base64url'))],
    ])
  }
}

const [isPresent, isVerified, hasNewKey] = [0x01, 0x04, 0x40]

function clientData(
  type: string,
  { challenge, origin = 'http://localhost:3000' }: CeremonyOverrides,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(of: string | Buffer): Buffer {
  return createHash('sha256').update(of).digest()
}

function length(of: number): Buffer {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(of)
  return two
}

/*
 * Encodes the type and the length or value of a CBOR data item (RFC 8949). These helpers cover only the CBOR
 * types that a COSE key and an attestation contain.
 */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), length(value)])
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])
