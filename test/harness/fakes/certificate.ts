import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** Both in PEM. */
export type Certificate = { key: string; cert: string }

type Issuer = { name: string; privateKey: KeyObject }

/** A self-signed certificate for one host name or IPv4 address, valid for a day around now, with its key. */
export function selfSignedCertificate(hostname: string): Certificate {
  const keys = keyPair()
  return issue({ name: hostname, ...keys }, { name: hostname, ...keys }, alternativeName(hostname))
}

/** A certificate authority. @returns its certificate, and certificates that it signs for a host name or IPv4 address */
export function anAuthority(name: string): { cert: string; sign: (hostname: string) => Certificate } {
  const issuer = { name, ...keyPair() }
  const isAuthority = sequence(oid('551d13'), yes, der(0x04, sequence(yes)))
  return {
    cert: issue(issuer, issuer, isAuthority).cert,
    sign: (hostname) => issue({ name: hostname, ...keyPair() }, issuer, alternativeName(hostname)),
  }
}

function keyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

const yes = Buffer.from([0x01, 0x01, 0xff])

function alternativeName(hostname: string): Buffer {
  const name = isIPv4(hostname)
    ? der(0x87, Buffer.from(hostname.split('.').map(Number)))
    : der(0x82, Buffer.from(hostname))
  return sequence(oid('551d11'), der(0x04, sequence(name)))
}

function nameOf(text: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
}

function issue(subject: Issuer & { publicKey: KeyObject }, issuer: Issuer, extension: Buffer): Certificate {
  const validity = sequence(utcTime(Date.now() - 86_400_000), utcTime(Date.now() + 86_400_000))
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(issuer.name),
    validity,
    nameOf(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, issuer.privateKey)])
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, signature))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}
