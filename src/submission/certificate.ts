import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'

export type Certificate = { cert: Buffer; key: Buffer }

/** As certbot names them. */
const files = { cert: 'fullchain.pem', key: 'privkey.pem' }

/** @returns null if there is none. @throws Error, a sentence, if it cannot be used. */
export async function readCertificate(folder: string): Promise<Certificate | null> {
  const [cert, key] = await Promise.all([
    readOrNull(join(folder, files.cert)),
    readOrNull(join(folder, files.key)),
  ])
  if (cert === null && key === null) return null
  if (cert === null || key === null) {
    throw new Error(`${folder} needs both ${files.cert} and ${files.key}`)
  }
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    throw new Error(`the certificate in ${folder} cannot be used: ${String(cause)}`, { cause })
  }
  return { cert, key }
}

async function readOrNull(path: string): Promise<Buffer | null> {
  return readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null
    throw new Error(`cannot read ${path}: ${cause.message}`, { cause })
  })
}

/** Changes when a certificate was renewed. */
export async function versionOf(folder: string): Promise<string> {
  const times = Object.values(files).map((name) =>
    stat(join(folder, name)).then(
      ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
      () => '',
    ),
  )
  return (await Promise.all(times)).join('\n')
}
