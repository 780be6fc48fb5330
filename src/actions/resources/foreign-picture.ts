import { invalid } from '../../contract/api/errors.ts'
import { assetBytesMax } from '../../contract/resources/assets.ts'
import type { Admission } from '../../outbound/address-guard.ts'
import { download } from '../../outbound/download/fetch.ts'

export type PictureRules = Pick<Admission, 'allow' | 'allowLoopback' | 'organizationId'>

const limits = {
  limitBytes: assetBytesMax,
  timeoutMs: 15_000,
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 10_000,
}

/** In memory. @throws AppError `validation_failed`, a sentence, if it cannot be fetched or is larger than a picture may be. */
export async function fetchPicture(url: string, rules: PictureRules): Promise<Buffer> {
  const chunks: Buffer[] = []
  const write = (chunk: Buffer) => {
    chunks.push(chunk)
    return Promise.resolve()
  }
  const result = await download(url, { ...rules, ...limits, purpose: 'picture', write })
  if (!result.ok) throw invalid(result.message)
  return Buffer.concat(chunks)
}
