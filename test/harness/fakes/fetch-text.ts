import { download, type DownloadOptions, type DownloadResult } from '../../../src/outbound/download/fetch.ts'

/** Downloads into memory, with loopback allowed by default. */
export async function fetchText(
  url: string,
  options: Partial<DownloadOptions> = {},
): Promise<{ result: DownloadResult; text: string }> {
  const pieces: Buffer[] = []
  const write = async (piece: Buffer) => void pieces.push(piece)
  const result = await download(url, { allow: [], allowLoopback: true, write, ...options })
  return { result, text: Buffer.concat(pieces).toString() }
}

export async function fetchFailure(url: string, options?: Partial<DownloadOptions>) {
  const { result } = await fetchText(url, options)
  if (result.ok) throw new Error(`${url} was downloaded.`)
  return result
}
