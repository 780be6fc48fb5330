import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Asset = { tag: string; plain: Buffer; gzipped: Buffer }

/**
 * Reads, hashes and compresses at the first request. Browsers revalidate each time and get 304 until the next upgrade.
 */
export function assetHandler(read: () => Promise<string | Buffer>, headers: Record<string, string>) {
  const varies = [headers['vary'], 'accept-encoding'].filter((name) => name !== undefined).join(', ')
  let asset: Promise<Asset> | undefined
  return async (request: FastifyRequest, reply: FastifyReply) => {
    asset ??= prepare(read)
    const { tag, plain, gzipped } = await asset.catch((cause: unknown) => {
      asset = undefined
      throw cause
    })
    reply.headers({ ...headers, 'cache-control': 'no-cache', etag: tag, vary: varies })
    if (isKnown(tag, request.headers['if-none-match'])) return reply.status(304).send()
    if (!takes('gzip', request.headers['accept-encoding'])) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(gzipped)
  }
}

async function prepare(read: () => Promise<string | Buffer>): Promise<Asset> {
  const plain = Buffer.from(await read())
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // Weak, because both encodings share it.
  return { tag: `W/"${hash}"`, plain, gzipped: await promisify(gzip)(plain, { level: 9 }) }
}

/** @param known the header If-None-Match: `*` or tags, which proxies may have made strong or weak. */
export function isKnown(tag: string, known = ''): boolean {
  const opaque = tag.replace('W/', '')
  return known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === opaque)
}

const accepts = {
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}

export function takes(encoding: keyof typeof accepts, accepted: string | string[] = ''): boolean {
  return accepts[encoding].test(String(accepted))
}
